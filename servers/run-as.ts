import { execFile, execFileSync } from "node:child_process";
import { chownSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The user who runs a server: PostgreSQL refuses to run as root. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** Returns the user `postgres` if this process is root and there is such a user. */
export function serverIdentity(): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined;
  try {
    return { uid: idOf("-u"), gid: idOf("-g") };
  } catch {
    return undefined;
  }
}

/** Returns true if servers can run here. */
export function canRunServers(): boolean {
  return process.getuid?.() !== 0 || serverIdentity() !== undefined;
}

/** An empty directory that a server may write to. */
export function serverDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "kioku-server-"));
  const identity = serverIdentity();
  if (identity) chownSync(directory, identity.uid, identity.gid);
  return directory;
}

/** Runs a program of a server to its end, and answers what it printed. */
export async function runAsServer(file: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(file, [...args], { cwd: "/", ...serverIdentity() });
  return stdout;
}

function idOf(flag: "-u" | "-g"): number {
  return Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8", stdio: "pipe" }));
}
