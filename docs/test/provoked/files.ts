import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";

import { fresh } from "./fresh.ts";

/** Where files are made; the page writes `data` for it. */
export const folder = mkdtempSync(join(tmpdir(), "kioku-errors-"));

/** Writes a memory into a file, and gives its path. */
export async function memoryFile(name: string): Promise<string> {
  const path = join(folder, name);
  const memory = fresh({ store: sqliteStore({ path }), embedder: localEmbedder() });
  await memory.remember("Ann keeps bees");
  await memory.close();
  return path;
}
