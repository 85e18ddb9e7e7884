import { readFile } from "node:fs/promises";

import { UsageError } from "./usage-error.ts";

/** Reads a JSON file. @throws `UsageError` naming the file, with what to pass instead. */
export async function readJson(path: string, remedy: string): Promise<unknown> {
  const source = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new UsageError(`cannot read ${path}: ${remedy}`, { cause });
  });
  try {
    return JSON.parse(source);
  } catch (cause) {
    throw new UsageError(`${path} is not JSON`, { cause });
  }
}
