import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** Result of a program. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs an example in a process of its own, on the Node of the tests. */
export async function runExample(
  file: string,
  args: readonly string[],
  cwd = tmpdir(),
): Promise<Run> {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const { FORCE_COLOR: _, ...env } = process.env;
  const child = spawn(process.execPath, [path, ...args], { cwd, env });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

/** An empty directory that is removed with the scope that holds it. */
export async function temporaryFolder(): Promise<
  AsyncDisposable & { readonly path: string; file(name: string): string }
> {
  const path = await mkdtemp(join(tmpdir(), "kioku-demo-"));
  return {
    path,
    file: (name) => join(path, name),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}
