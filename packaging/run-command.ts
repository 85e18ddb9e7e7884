import { spawn } from "node:child_process";

/** Where a command runs, and with what environment. */
export interface CommandOptions {
  readonly cwd: string;
  /** Beside the environment of this process; `undefined` takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Ends what takes longer. */
  readonly timeoutMs?: number;
}

/** Result of a command. */
export interface CommandResult {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
  /** All that it printed, in order. */
  readonly output: string;
}

/**
 * Runs a program to its end. It does not reject: a program that cannot be started is one that
 * failed.
 */
export async function runCommand(
  program: string,
  args: readonly string[],
  { cwd, env, timeoutMs }: CommandOptions,
): Promise<CommandResult> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    timeout: timeoutMs,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32" && program === "npm",
  });
  let stdout = "";
  let stderr = "";
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    output += text;
  });
  return new Promise((resolve) => {
    child.on("error", ({ message }) =>
      resolve({ ok: false, stdout, stderr, output: `${program}: ${message}` }),
    );
    child.on("close", (code) => resolve({ ok: code === 0, stdout, stderr, output }));
  });
}

/** Maps with at most `count` calls under way at once; results in the order of the inputs. */
export async function mapAtOnce<In, Out>(
  inputs: readonly In[],
  count: number,
  map: (input: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = [];
  const rest = inputs.entries();
  const worker = async (): Promise<void> => {
    for (const [index, input] of rest) results[index] = await map(input);
  };
  await Promise.all(Array.from({ length: count }, worker));
  return results;
}
