import { join } from "node:path";

import { runCommand } from "./run-command.ts";
import type { CommandOptions } from "./run-command.ts";

const EACH = join(import.meta.dirname, "run-each.mjs");

/** Node, and what it gets before the programs. */
export interface ProgramOptions extends CommandOptions {
  readonly node?: string;
  readonly args?: readonly string[];
}

/**
 * Runs programs in one process, which loads what they share once, and returns what each of them
 * printed, in their order; nothing for one that fails or complains, which has to be run alone to
 * see why. Another process does those after one that ended the process.
 */
export async function runTogether(
  files: readonly string[],
  { node = process.execPath, args = [], ...options }: ProgramOptions,
): Promise<readonly (string | undefined)[]> {
  const results: (string | undefined)[] = [];
  while (results.length < files.length) {
    const call = [...args, EACH, ...files.slice(results.length)];
    const { ok, stdout, stderr } = await runCommand(node, call, options);
    const [printed, complaints] = [stdout, stderr].map((text) => text.split("\0").slice(1));
    if (!printed || !complaints || printed.length === 0) return results;
    const last = printed.length - 1;
    const isWhole = (index: number): boolean =>
      complaints[index] === "" &&
      (index < last || (ok && results.length + printed.length === files.length));
    results.push(...printed.map((text, index) => (isWhole(index) ? text : undefined)));
  }
  return results;
}
