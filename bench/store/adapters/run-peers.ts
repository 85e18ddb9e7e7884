import { spawn } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import type { DataSettings } from "../data/clustered-vectors.ts";
import { PEERS } from "./peers.ts";

/** Result of one peer. */
export interface PeerResult {
  readonly name: string;
  readonly p50Ms: number;
  readonly recallAt10: number;
  readonly buildMs: number;
}

/** A peer that did not take part, and why. */
export interface SkippedPeer {
  readonly name: string;
  readonly reason: string;
}

/** Work for every peer. */
export interface PeerRun {
  readonly settings: DataSettings;
  /** A folder for its files, emptied afterwards. */
  readonly folder: string;
  /** Time that each peer may take. */
  readonly allowedMs: number;
  /** The number of the first query. */
  readonly firstQuery: number;
  /** The true nearest of each query. */
  readonly expected: readonly (readonly number[])[];
}

/** The same for one of them. */
export interface PeerTask extends PeerRun {
  readonly name: string;
}

const CHILD = fileURLToPath(new URL("peer-child.ts", import.meta.url));
const HEAP = "--max-old-space-size=9000";
const LAST_LINES = 300;

/**
 * Runs one peer after the other, each in a process of its own: what one holds or breaks is nothing
 * to the others.
 */
export async function runPeers(
  run: PeerRun,
  onPeer: (name: string, done: number, total: number) => void,
): Promise<{ readonly peers: readonly PeerResult[]; readonly skipped: readonly SkippedPeer[] }> {
  const peers: PeerResult[] = [];
  const skipped: SkippedPeer[] = [];
  const names = Object.keys(PEERS);
  for (const [done, name] of names.entries()) {
    onPeer(name, done, names.length);
    const folder = join(run.folder, `peer-${done}`);
    await mkdir(folder);
    const result = await runPeer({ ...run, name, folder });
    if ("reason" in result) skipped.push(result);
    else peers.push(result);
    await rm(folder, { recursive: true, force: true });
  }
  return { peers, skipped };
}

async function runPeer(task: PeerTask): Promise<PeerResult | SkippedPeer> {
  const { name, folder, allowedMs } = task;
  const file = join(folder, "task.json");
  await writeFile(file, JSON.stringify(task));
  const child = spawn(process.execPath, [HEAP, CHILD, file], {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: allowedMs,
    killSignal: "SIGKILL",
  });
  const exited = new Promise<string>((resolve) => {
    child.on("close", (code, signal) => resolve(signal ?? String(code)));
  });
  const [out, errors, how] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  if (how === "0") return JSON.parse(out.trim().split("\n").at(-1) ?? "") as PeerResult;
  const isLate = how === "SIGKILL";
  const said = errors.trim().slice(-LAST_LINES).split("\n").join(" ");
  return {
    name,
    reason: isLate
      ? `not done within ${Math.round(allowedMs / 1_000)} s`
      : said || `ended with ${how}`,
  };
}
