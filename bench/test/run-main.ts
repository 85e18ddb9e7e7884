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
