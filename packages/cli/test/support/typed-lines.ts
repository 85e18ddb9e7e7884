import { spawnSync } from "node:child_process";

import { spawn } from "@lydell/node-pty";

/** Returns true if a program is installed. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ["--version"]).status === 0;
}

/** Options of `typedLines`. */
interface TypedLinesOptions {
  /** Arguments of the shell. */
  readonly args: readonly string[];
  /** Commands before the lines. */
  readonly setUp: string;
  readonly cwd: string;
}

/**
 * Types lines into a shell on a terminal, tabs included, and returns the arguments that `kioku` was
 * then called with by each.
 */
export async function typedLines(
  shell: string,
  lines: readonly string[],
  { args, setUp, cwd }: TypedLinesOptions,
): Promise<readonly string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  const env = { PATH: process.env["PATH"] ?? "", HOME: cwd, TERM: "xterm" };
  const terminal = spawn(shell, [...args], { cwd, env, cols: 200 });
  let screen = "";
  let typed = 0;
  terminal.onData((data) => {
    screen += data;
    if (!screen.includes("<ready>")) return;
    const called = Array.from(screen.matchAll(/<called:([^>]*)>/gu), ([, words = ""]) =>
      words.trim(),
    );
    if (called.length === lines.length) resolve(called);
    else if (called.length === typed) terminal.write(`${lines[typed++] ?? ""}\r`);
  });
  terminal.onExit(() => reject(new Error(`${shell} ended: ${screen}`)));
  // The marks are split, so that the echo of these lines has none.
  terminal.write(`${setUp}; kioku() { echo "<cal""led:$*>"; }; echo "<rea""dy>"\r`);
  try {
    return await promise;
  } finally {
    terminal.kill();
  }
}
