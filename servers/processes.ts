import { execFile } from "node:child_process";
import { readdirSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const POLL_MS = 5;

/**
 * Kills every process that works in a directory with SIGKILL, and waits until they are gone.
 * Another process kills them, so that this one goes on talking to them until they die.
 */
export async function killAllIn(directory: string): Promise<void> {
  for (;;) {
    const pids = processesIn(directory);
    if (pids.length === 0) return;
    // Some may be gone by then, of which `kill` complains.
    await run("kill", ["-KILL", ...pids]).catch(() => undefined);
    await sleep(POLL_MS);
  }
}

/**
 * Stops every process that works in a directory with SIGSTOP, so that it answers nothing, or lets
 * them go on.
 */
export async function signalAllIn(directory: string, signal: "STOP" | "CONT"): Promise<void> {
  const pids = processesIn(directory);
  // Some may be gone by then, of which `kill` complains.
  if (pids.length > 0) await run("kill", [`-${signal}`, ...pids]).catch(() => undefined);
}

function processesIn(directory: string): string[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/u.test(name));
  return pids.filter((pid) => workingDirectory(pid) === directory);
}

/** None of what is gone, of what belongs to others, and of what is dead but not yet buried. */
function workingDirectory(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
