import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Result of a program. */
export interface ProgramOutcome {
  readonly stdout: string;
  readonly stderr: string;
  /** 0 if it ended by itself and well. */
  readonly exitCode: number;
}

/** Runs a program given as text, in its own process, with modules to load first in every thread. */
export async function runProgram(
  text: string,
  {
    preload,
    cwd,
    env = {},
    flags = [],
  }: {
    readonly preload: readonly string[];
    readonly cwd: string;
    readonly flags?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<ProgramOutcome> {
  const options = preload.map((file) => `--import=${file}`).join(" ");
  const settings = {
    cwd,
    timeout: 240_000,
    env: { ...process.env, ...env, NODE_OPTIONS: options },
  };
  const run = promisify(execFile)(
    process.execPath,
    [...flags, "--input-type=module", "-e", text],
    settings,
  );
  return await run.then(
    (output) => ({ ...output, exitCode: 0 }),
    (error: { stdout: string; stderr: string; code?: number }) => ({
      stdout: error.stdout,
      stderr: error.stderr,
      exitCode: error.code ?? -1,
    }),
  );
}
