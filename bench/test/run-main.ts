import { execFile } from "node:child_process";

/** Exit and output of a program. */
export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of the benchmarks in a process of its own. */
export function runMain(main: string, args: readonly string[]): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

/** Cases of which each starts a program: the first, or all with `KIOKU_TEST_SIZE=full`. */
export function casesBySize<const Case>(cases: readonly Case[]): readonly Case[] {
  return process.env["KIOKU_TEST_SIZE"] === "full" ? cases : cases.slice(0, 1);
}
