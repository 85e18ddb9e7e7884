import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import ts from "typescript";

/** An interface as it stands in the source. */
interface Declared {
  readonly members: readonly string[];
  /** Names of the interfaces that it extends as they are; not what it takes parts of. */
  readonly bases: readonly string[];
}

/** Of every call, explained in the guide and not on the page of a package. */
const OF_EVERY_CALL: ReadonlySet<string> = new Set(["CallOptions", "WriteOptions"]);

function parse(text: string): ts.SourceFile {
  return ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true);
}

type Interfaces = ReadonlyMap<string, Declared>;

/** The interfaces that a package declares, by name. */
export function interfacesOf(folder: string): Interfaces {
  const found = new Map<string, Declared>();
  for (const file of globSync("src/**/*.ts", { cwd: folder })) {
    const text = readFileSync(join(folder, file), "utf8");
    if (!text.includes("interface ")) continue;
    for (const statement of parse(text).statements) {
      if (!ts.isInterfaceDeclaration(statement)) continue;
      const types = (statement.heritageClauses ?? []).flatMap((clause) => [...clause.types]);
      found.set(statement.name.text, {
        members: statement.members.flatMap(({ name }) => (name ? [name.getText()] : [])),
        bases: types.map(({ expression }) => expression.getText()),
      });
    }
  }
  return found;
}

/** The names ending in `Options` that the entry points of a package export. */
function exportedOptions(folder: string): readonly string[] {
  const entries = globSync(["src/index.ts", "src/*/index.ts"], { cwd: folder });
  const names = entries.flatMap((entry) =>
    parse(readFileSync(join(folder, entry), "utf8")).statements.flatMap((statement) => {
      if (!ts.isExportDeclaration(statement)) return [];
      const { exportClause } = statement;
      if (!exportClause || !ts.isNamedExports(exportClause)) return [];
      return exportClause.elements.map(({ name }) => name.text);
    }),
  );
  return [...new Set(names)].filter((name) => name.endsWith("Options")).toSorted();
}

/**
 * Interfaces of options that a package exports, each with the names of its members, those of what
 * it extends included.
 */
export function optionNames(
  folder: string,
  inherited: Interfaces,
): ReadonlyMap<string, readonly string[]> {
  const declared = new Map([...inherited, ...interfacesOf(folder)]);
  const membersOf = (name: string, from: Interfaces = declared): readonly string[] => {
    const one = from.get(name);
    if (!one || OF_EVERY_CALL.has(name)) return [];
    const bases = one.bases.flatMap((base) => membersOf(base, base === name ? inherited : from));
    return [...one.members, ...bases];
  };
  const all = exportedOptions(folder).map((name) => [name, membersOf(name)] as const);
  return new Map(all.filter(([, members]) => members.length > 0));
}
