import { siteAddress, sitePath } from "./site-path.ts";
import { importedModules, pageOfSymbol } from "./symbol-pages.ts";
import type { SymbolPage } from "./symbol-pages.ts";

/** A page that a person wrote. */
export interface GuidePage {
  readonly source: string;
  readonly text: string;
}

/** A page of the guide that speaks of a symbol. */
export interface Mention {
  readonly title: string;
  readonly link: string;
}

/** The first heading of a page. */
export function pageTitle(text: string): string {
  return (/^# (?<title>.+)$/mu.exec(text)?.groups?.["title"] ?? "").replaceAll("`", "");
}

/** The names in code within the prose of a page, headings and examples left out. */
function namesIn(text: string): ReadonlySet<string> {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gmu, "").replaceAll(/^#.*$/gmu, "");
  const inCode = prose.matchAll(/`(?<name>[A-Za-z_$][\w$]*)`/gu);
  return new Set([...inCode].map(({ groups }) => groups?.["name"] ?? ""));
}

/**
 * Which pages speak of which symbol in their prose.
 *
 * @returns By the file of the symbol's page; in the order of the guide's pages.
 */
export function guideMentions(
  guide: readonly GuidePage[],
  symbols: ReadonlyMap<string, readonly SymbolPage[]>,
): ReadonlyMap<string, readonly Mention[]> {
  const mentions = guide.flatMap(({ source, text }) => {
    const imported = importedModules(text);
    const page = sitePath(source);
    if (page === undefined) return [];
    return [...namesIn(text)].flatMap((name) => {
      const symbol = pageOfSymbol(symbols.get(name), imported.get(name));
      const mention = { title: pageTitle(text), link: siteAddress(page) };
      return symbol === undefined ? [] : [{ of: symbol.source, mention }];
    });
  });
  const bySymbol = Map.groupBy(mentions, ({ of }) => of);
  return new Map([...bySymbol].map(([of, some]) => [of, some.map(({ mention }) => mention)]));
}
