import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

import BetterSqlite3 from "better-sqlite3";

const ROOT = new URL("../", import.meta.url);

/** Packages that measured code builds on; one that is not installed is left out. */
const PACKAGES = [
  "better-sqlite3",
  "sqlite-vec",
  "onnxruntime-node",
  "@electric-sql/pglite",
  "pg",
  "@langchain/core",
  "ai",
];

/** Returns the versions of everything that was measured. */
export function versions(): Readonly<Record<string, string>> {
  const packages = PACKAGES.map((name) => [name, versionOf(`node_modules/${name}`)] as const);
  return {
    kioku: kiokuVersion(),
    node: process.version,
    SQLite: sqliteVersion(),
    ...Object.fromEntries(packages.filter(([, version]) => version !== "")),
  };
}

/** The version of the packages with the commit, and whether files have changed since. */
function kiokuVersion(): string {
  const version = versionOf("packages/core");
  try {
    const commit = git("rev-parse", "--short", "HEAD");
    const changed = git("status", "--porcelain", "--", "packages/*/src") !== "";
    return `${version} (${commit}${changed ? " with changes" : ""})`;
  } catch {
    return version;
  }
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: "pipe" }).trim();
}

function versionOf(folder: string): string {
  const file = new URL(`${folder}/package.json`, ROOT);
  if (!existsSync(file)) return "";
  return (JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version;
}

function sqliteVersion(): string {
  const database = new BetterSqlite3(":memory:");
  try {
    return String(database.prepare("select sqlite_version()").pluck().get());
  } finally {
    database.close();
  }
}
