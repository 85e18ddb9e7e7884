import type { MarkdownRenderer } from "vitepress";

import { importedModules, pageOfSymbol } from "../pages/symbol-pages.ts";
import type { SymbolPage } from "../pages/symbol-pages.ts";

type StateCore = Parameters<Parameters<MarkdownRenderer["core"]["ruler"]["push"]>[1]>[0];
type Token = StateCore["tokens"][number];

/**
 * The tokens of a line with links around names that have a page; `linked` are those that have one
 * already.
 */
function withLinks(
  state: StateCore,
  tokens: readonly Token[],
  linkOf: (name: string) => string | undefined,
): Token[] {
  let depth = 0;
  return tokens.flatMap((token) => {
    if (token.type === "link_open") depth += 1;
    if (token.type === "link_close") depth -= 1;
    const link = token.type === "code_inline" && depth === 0 ? linkOf(token.content) : undefined;
    if (link === undefined) return [token];
    const open = new state.Token("link_open", "a", 1);
    open.attrSet("href", link);
    open.attrSet("class", "symbol");
    return [open, token, new state.Token("link_close", "a", -1)];
  });
}

/**
 * Makes exported names in code link to their page of the API reference: exact names only, once in
 * each section, and not in headings or within links.
 *
 * @param linkSymbols - Whether a page, as a file relative to the root of the repository, gets such
 *   links.
 */
export function symbolLinks(
  markdown: MarkdownRenderer,
  symbols: ReadonlyMap<string, readonly SymbolPage[]>,
  sourceOf: (environment: unknown) => string | undefined,
): void {
  markdown.core.ruler.push("kioku-symbol-links", (state) => {
    const source = sourceOf(state.env);
    if (source === undefined || source.startsWith("docs/api/")) return;
    const imported = importedModules(state.src);
    const linked = new Set<string>();
    const linkOf = (name: string): string | undefined => {
      const page = pageOfSymbol(symbols.get(name), imported.get(name));
      if (page === undefined || linked.has(page.link)) return undefined;
      linked.add(page.link);
      return page.link;
    };
    for (const [place, token] of state.tokens.entries()) {
      if (token.type === "heading_open") linked.clear();
      if (token.type !== "inline" || state.tokens[place - 1]?.type === "heading_open") continue;
      token.children = withLinks(state, token.children ?? [], linkOf);
    }
  });
}
