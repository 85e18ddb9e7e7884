import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename } from "node:path";
import { threadId } from "node:worker_threads";

/** Age at which a file of a process that cannot be asked counts as left behind. */
const OLD_MS = 86_400_000;
const MARK = /\.p(?<pid>\d+)-(?<start>[0-9a-z]+)-(?<machine>[0-9a-f]{8})$/u;

/**
 * Returns a mark of this process for the end of the names of its temporary files and folders. It
 * tells this process from a later one with the same number.
 */
export function ownerMark(): string {
  return `p${process.pid}-${ownStart()}-${machine()}`;
}

/**
 * Returns true if the process that a file or folder has the mark of has ended. One of another
 * machine counts as ended once the file was not touched for a day.
 */
export async function isDead(path: string): Promise<boolean> {
  const { pid, start, machine: of } = MARK.exec(basename(path))?.groups ?? {};
  if (pid === undefined) return false;
  if (of === machine()) return !isRunning(Number(pid), start ?? "");
  const status = await stat(path).catch(() => undefined);
  return (
    status !== undefined && performance.timeOrigin + performance.now() - status.mtimeMs > OLD_MS
  );
}

function isRunning(pid: number, start: string): boolean {
  if (pid === process.pid) return `p${pid}-${start}-${machine()}` === ownerMark() || threadId !== 0;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  const now = statusOf(pid);
  // One that has ended may wait for its parent to notice; the number may be a later process's.
  return now === undefined || (!/[ZX]/u.test(now.state) && now.start === start);
}

/** Reads the state of a process and when it began, as Linux tells it; `undefined` elsewhere. */
function statusOf(
  pid: number | "self",
): { readonly state: string; readonly start: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Its name, in parentheses, may hold anything.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", start: `t${fields[19] ?? ""}` };
  } catch {
    return undefined;
  }
}

function ownStart(): string {
  return statusOf("self")?.start ?? `m${Math.round(performance.timeOrigin)}`;
}

/** Returns a hash of the host name: containers have names, and process numbers, of their own. */
function machine(): string {
  return createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
}
