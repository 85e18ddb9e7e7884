import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";

import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";

const PACKAGES = new URL("../../../../node_modules/", import.meta.url);
const CACHE = new URL(".cache/kioku/", PACKAGES);

/**
 * An empty PGlite. The first one leaves a copy of its files for those that follow: to start from it
 * takes a fifth of the time.
 */
export async function newPglite(): Promise<PGlite> {
  const copy = new URL(`pglite-${version()}.tar`, CACHE);
  if (existsSync(copy)) {
    const loadDataDir = new Blob([readFileSync(copy)]);
    return PGlite.create({ extensions: { vector }, loadDataDir });
  }
  const database = await PGlite.create({ extensions: { vector } });
  const files = await database.dumpDataDir("none");
  mkdirSync(CACHE, { recursive: true });
  // In one step, for others may be reading.
  const unfinished = new URL(`${process.pid}.tar`, CACHE);
  writeFileSync(unfinished, new Uint8Array(await files.arrayBuffer()));
  renameSync(unfinished, copy);
  return database;
}

/** Of PGlite: another one may have other files. */
function version(): string {
  const manifest = new URL("@electric-sql/pglite/package.json", PACKAGES);
  return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }).version;
}
