import { chmodSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { MemoryError } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { testRecord, putOp } from "@kioku/testing";

import { readTexts } from "../crash/read-texts.ts";
import { ROOT } from "../crash/world-places.ts";

/**
 * Opens a database whose file or directory may not be written, and checks that this is refused with
 * a typed error, that nothing is changed by it, and that all is as before once it may be written.
 * @throws An error that says what is wrong.
 */
export async function readOnlyCase(
  parent: string,
  what: "file" | "directory",
): Promise<"kept" | "skipped"> {
  // Permissions are another matter there, and are no bar to root.
  if (process.getuid === undefined || process.getuid() === 0) return "skipped";
  const directory = join(parent, `read-only-${what}`);
  mkdirSync(directory);
  const path = join(directory, "memory.db");
  await write(path, 1);
  const bytes = readFileSync(path);
  const target = what === "file" ? path : directory;
  chmodSync(target, what === "file" ? 0o444 : 0o555);
  try {
    await requireRefused(path);
    if (!readFileSync(path).equals(bytes)) throw new Error("the file was changed");
    const left = readdirSync(directory);
    if (left.length !== 1) throw new Error(`there are new files: ${left.join(", ")}`);
  } finally {
    chmodSync(target, what === "file" ? 0o644 : 0o755);
  }
  const count = await write(path, 2);
  if (count !== 2) throw new Error(`there are ${count} records afterwards, not 2`);
  return "kept";
}

/** Writes a record and says how many there are. */
async function write(path: string, n: number): Promise<number> {
  const store = sqliteStore({ path });
  await store.open();
  await store.write([putOp(testRecord(n, { scope: ROOT }))]);
  const { size } = await readTexts(store);
  await store.close();
  return size;
}

async function requireRefused(path: string): Promise<void> {
  const store = sqliteStore({ path });
  try {
    await store.open();
    await store.write([putOp(testRecord(9, { scope: ROOT }))]);
  } catch (error) {
    if (MemoryError.is(error, "store-failed")) return;
    throw error;
  } finally {
    await store.close();
  }
  throw new Error("a write is done where nothing may be written");
}
