import { readFileSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";

import type { MarkdownRenderer } from "vitepress";

import { indexByTask } from "../pages/api-index.ts";
import type { Mention } from "../pages/guide-mentions.ts";
import { PLAYGROUND } from "../pages/site-path.ts";
import { ROOT } from "../pages/source-pages.ts";
import type { SymbolPage } from "../pages/symbol-pages.ts";
import { imageSource, siteLink } from "./source-links.ts";
import { symbolLinks } from "./symbol-links.ts";

/** Pages by name, as the rules need them. */
export interface PageKnowledge {
  readonly symbols: ReadonlyMap<string, readonly SymbolPage[]>;
  /** By the file of a symbol's page. */
  readonly mentions: ReadonlyMap<string, readonly Mention[]>;
}

/** The file of the page that is being rendered, relative to the root of the repository. */
export function sourceOf(environment: unknown): string | undefined {
  const { realPath, path } = environment as { readonly realPath?: string; readonly path?: string };
  const file = realPath ?? path;
  if (file === undefined) return undefined;
  return (isAbsolute(file) ? relative(ROOT, file) : file).split(sep).join("/");
}

/** Turns links and images as GitHub sees them into those of the site. */
function sourceLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("kioku-source-links", (state) => {
    const source = sourceOf(state.env);
    if (source === undefined) return;
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.attrGet("href");
      if (token.type === "link_open" && href !== null) {
        const link = siteLink(href, source);
        token.attrSet("href", link);
        // Else the site would look for a page of its own.
        if (link === PLAYGROUND) token.attrSet("target", "_self");
      }
      const image = token.attrGet("src");
      if (token.type === "image" && image !== null)
        token.attrSet("src", imageSource(image, source));
    }
  });
}

/** Says at the end of a symbol's page which pages of the guide speak of it. */
function guideLinks(markdown: MarkdownRenderer, { mentions }: PageKnowledge): void {
  markdown.core.ruler.push("kioku-guide-links", (state) => {
    const found = mentions.get(sourceOf(state.env) ?? "") ?? [];
    if (found.length === 0) return;
    const links = found.map(({ title, link }) => `[${title}](${link})`).join(", ");
    state.tokens.push(...markdown.parse(`**In the guide:** ${links}`, {}));
  });
}

/** Two braces are an expression of Vue, except where they are text. */
function plainBraces(markdown: MarkdownRenderer): void {
  const { text } = markdown.renderer.rules;
  markdown.renderer.rules.text = (...rendered) =>
    (text?.(...rendered) ?? "").replaceAll("{{", "&#123;&#123;");
}

/** Puts tables into an element that scrolls, within one that shows where they go on. */
function scrollingTables(markdown: MarkdownRenderer): void {
  markdown.renderer.rules["table_open"] = () => `<div class="table-scroll"><div><table>\n`;
  markdown.renderer.rules["table_close"] = () => "</table></div></div>\n";
}

/** Puts the indexes of the reference in the order of what one does. */
function taskIndexes(markdown: MarkdownRenderer): void {
  markdown.core.ruler.before("normalize", "kioku-task-indexes", (state) => {
    const source = sourceOf(state.env);
    if (source === undefined) return;
    state.src = indexByTask(state.src, source, (file) => readFileSync(join(ROOT, file), "utf8"));
  });
}

/** Keeps highlighted fences, since the browser, the server and the search each render all pages. */
function highlightOnce({ options }: MarkdownRenderer): void {
  const { highlight } = options;
  if (!highlight) return;
  const kept = new Map<string, string>();
  options.highlight = (code, language, attributes) => {
    const key = JSON.stringify([code, language, attributes]);
    const html = kept.get(key) ?? highlight(code, language, attributes);
    kept.set(key, html);
    return html;
  };
}

/** Adds the rules that turn pages of the repository into pages of the site. */
export function pageMarkdown(markdown: MarkdownRenderer, knowledge: PageKnowledge): void {
  markdown.linkify.set({ fuzzyLink: false });
  taskIndexes(markdown);
  sourceLinks(markdown);
  symbolLinks(markdown, knowledge.symbols, sourceOf);
  guideLinks(markdown, knowledge);
  plainBraces(markdown);
  highlightOnce(markdown);
  scrollingTables(markdown);
}
