import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { ROOT } from "../published-packages.ts";
import type { Manifest } from "../published-packages.ts";
import { dependencyProblems } from "./dependency-problems.ts";
import type { PackedFile } from "./pack-packages.ts";

/** A package that is unpacked, with what npm says is in it. */
export interface Contents {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly files: readonly PackedFile[];
}

const ALWAYS = ["LICENSE", "README.md", "package.json"];
/** Beside these: what only some packages have. */
const ALLOWED =
  /^(?:LICENSE|README\.md|NOTICE|package\.json|(?:dist|src|assets|man|LICENSES)\/.+)$/u;
const TESTS = /(?:\.test\.|\.spec\.|(?:^|\/)(?:test|tests|__tests__|fixtures)\/)/u;
/** Scripts that npm runs when somebody installs the package. */
const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall", "prepublish", "prepare"];
/** Folders that people and machines build in; the one of this checkout is looked for by name. */
const ABSOLUTE =
  /(?:file:\/\/\/|(?:^|["'\s])(?:\/(?:home|root|Users|work|tmp)\/|[A-Z]:\\{1,2}(?:Users|a|work)\\))[\w.-]+/u;
const MAP = /\/\/# sourceMappingURL=(?<map>\S+)\s*$/u;

/** Returns a sentence per problem of a package's contents, with advice. */
export function contentsProblems(contents: Contents): readonly string[] {
  const { manifest, files } = contents;
  const paths = new Set(files.map(({ path }) => path));
  const problems: string[] = [];
  const needed = [...ALWAYS, ...entryFiles(manifest), ...(manifest.files ?? []).filter(isFile)];
  for (const path of new Set(needed)) {
    if (!paths.has(path)) problems.push(`${path} is not packed: add it to "files", or build it`);
  }
  for (const path of paths) {
    if (!ALLOWED.test(path)) problems.push(`${path} is packed: take it out of "files"`);
    else if (TESTS.test(path)) problems.push(`${path} is a test and packed: move it to test/`);
  }
  for (const name of INSTALL_SCRIPTS) {
    if (manifest.scripts?.[name] === undefined) continue;
    problems.push(`package.json has a script "${name}", which runs at users': remove it`);
  }
  if (manifest.sideEffects !== false)
    problems.push('package.json does not say `"sideEffects": false`');
  problems.push(...dependencyProblems(manifest));
  const texts = [...paths].filter((path) => /\.(?:js|ts|map|json|md)$/u.test(path));
  return [...problems, ...texts.flatMap((path) => textProblems(contents, path))];
}

/** Names without a dot are folders, but for these. */
function isFile(name: string): boolean {
  return name === "LICENSE" || name === "NOTICE" || name.includes(".");
}

function entryFiles({ exports = {} }: Manifest): string[] {
  return Object.values(exports)
    .flatMap((target) => (typeof target === "string" ? [target] : Object.values(target)))
    .map((path) => path.replace(/^\.\//u, ""));
}

function textProblems({ folder }: Contents, path: string): string[] {
  const file = join(folder, path);
  if (!existsSync(file)) return [`${path} is packed and was not installed`];
  const text = readFileSync(file, "utf8");
  const problems: string[] = [];
  const built = path.startsWith("dist/") ? ABSOLUTE.exec(text)?.[0] : undefined;
  const absolute = text.includes(ROOT) ? ROOT : built?.trim();
  if (absolute !== undefined) {
    problems.push(`${path} holds the absolute path ${absolute}: make it relative, or build again`);
  }
  const map = /\.[jt]s$/u.test(path) ? MAP.exec(text)?.groups?.["map"] : undefined;
  if (map !== undefined && !existsSync(join(dirname(file), map))) {
    problems.push(`${path} names the map ${map}, which is not packed`);
  }
  if (path.endsWith(".map")) problems.push(...mapProblems(file, text, path));
  return problems;
}

/** Sources that a map neither holds nor finds in the package. */
function mapProblems(file: string, text: string, path: string): string[] {
  const map = JSON.parse(text) as {
    readonly sources: readonly string[];
    readonly sourcesContent?: readonly (string | null)[];
  };
  const missing = map.sources.filter(
    (source, index) =>
      typeof map.sourcesContent?.[index] !== "string" &&
      !source.includes("\0") &&
      !existsSync(join(dirname(file), source)),
  );
  return missing.slice(0, 1).map((source) => `${path} names the source ${source}, not packed`);
}
