import { sitePath, siteAddress } from "./site-path.ts";

/** Where an exported name is explained. */
export interface SymbolPage {
  readonly name: string;
  /** Module that exports it, such as `@kioku/testing`. */
  readonly module: string;
  /** The page, relative to the root of the repository. */
  readonly source: string;
  /** Its address within the site. */
  readonly link: string;
}

const PAGE =
  /^docs\/api\/(?<module>.+)\/(?:classes|enumerations|functions|interfaces|type-aliases|variables)\/(?<name>[^/]+)\.md$/u;

/** The page of a symbol that a file of the API reference is; nothing for every other file. */
function symbolPage(source: string): SymbolPage | undefined {
  const { module, name } = PAGE.exec(source)?.groups ?? {};
  const page = sitePath(source);
  if (module === undefined || name === undefined || page === undefined) return undefined;
  return { name, module: `@kioku/${module}`, source, link: siteAddress(page) };
}

/**
 * The pages of the API reference by the name that each explains.
 *
 * @param sources - Pages of the site as files, relative to the root of the repository.
 */
export function symbolPages(
  sources: readonly string[],
): ReadonlyMap<string, readonly SymbolPage[]> {
  const found = sources.map(symbolPage).filter((page) => page !== undefined);
  return Map.groupBy(found, ({ name }) => name);
}

/** Returns the module of each name that a page imports in its examples. */
export function importedModules(text: string): ReadonlyMap<string, string> {
  const imports = text.matchAll(
    /^import (?:type )?\{(?<names>[^}]*)\} from "(?<module>@kioku\/[^"]+)";$/gmu,
  );
  return new Map(
    [...imports].flatMap(({ groups }) =>
      (groups?.["names"] ?? "")
        .split(",")
        .map((name) => [name.trim().replace(/^type /u, ""), groups?.["module"] ?? ""] as const),
    ),
  );
}

/**
 * The page of a name on a page that has these imports: the only one of that name, or the one that
 * is imported.
 */
export function pageOfSymbol(
  candidates: readonly SymbolPage[] | undefined,
  imported: string | undefined,
): SymbolPage | undefined {
  if (candidates?.length === 1) return candidates[0];
  return candidates?.find(({ module }) => module === imported);
}
