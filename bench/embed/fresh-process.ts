import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Options of a process. */
export interface ProcessOptions {
  readonly args: readonly string[];
  /** Options of Node beside the one that lets the program collect garbage. */
  readonly flags?: readonly string[];
}

/**
 * Runs a program in a process of its own, where nothing is warm; it prints one line of JSON, which
 * is answered.
 */
export async function inFreshProcess<T>(
  program: URL,
  { args, flags = [] }: ProcessOptions,
): Promise<T> {
  const command = ["--expose-gc", ...flags, fileURLToPath(program), ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as T;
}
