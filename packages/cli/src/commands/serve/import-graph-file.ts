import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

import { type Memory, MemoryError } from "@kioku/core";
import { importGraph } from "@kioku/mcp";

import { fileError } from "../../config/read-config-text.js";
import { codeOf } from "../../files.js";
import type { Host } from "../../host.js";

/**
 * Imports the file that `MEMORY_FILE_PATH` names, if there is one: that of `server-memory`.
 * @throws `CliError` naming a line that is wrong; then nothing is imported.
 */
export async function importGraphFile(
  memory: Memory,
  { cwd, env, signal }: Pick<Host, "cwd" | "env" | "signal">,
): Promise<void> {
  const given = env["MEMORY_FILE_PATH"];
  if (given === undefined || given === "") return;
  const path = resolve(cwd, given);
  try {
    await importGraph(memory, await readFile(path, "utf8"), { signal });
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return;
    if (MemoryError.is(error, "invalid-input")) {
      throw fileError(path, `cannot be imported: ${error.message}`);
    }
    throw MemoryError.is(error) || signal.aborted
      ? error
      : fileError(path, `cannot be read (${code ?? "unknown error"})`);
  }
}
