import { readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";

import type { DataSettings } from "../data/clustered-vectors.ts";
import { startPeer } from "./peer-process.ts";
import type { PeerProcess } from "./peer-process.ts";
import { ALWAYS_THERE, PEERS } from "./peers.ts";

/** A peer that did not take part, and why. */
export interface SkippedPeer {
  readonly name: string;
  readonly reason: string;
}

/** A peer that can be asked. */
export interface StartedPeer {
  readonly name: string;
  readonly running: PeerProcess;
}

/** Work for every peer. */
export interface PeersOptions {
  readonly names: readonly string[];
  readonly settings: DataSettings;
  /** For folders of their files. */
  readonly folder: string;
  /** Time that each peer may take to be filled. */
  readonly allowedMs: number;
  readonly onPeer: (name: string, done: number, total: number) => void;
}

/** Bytes that a record takes where vectors are arrays of JavaScript, with its words. */
const BYTES_A_NUMBER = 12;
const BYTES_A_TEXT = 2_000;
const GIB = 2 ** 30;

/** Fills one peer after the other; all stay, so that they can be asked in turns. */
export async function startPeers(options: PeersOptions): Promise<{
  readonly started: readonly StartedPeer[];
  readonly skipped: readonly SkippedPeer[];
}> {
  const { names, settings, folder, allowedMs, onPeer } = options;
  const started: StartedPeer[] = [];
  const skipped: SkippedPeer[] = [];
  for (const [done, name] of names.entries()) {
    onPeer(name, done, names.length);
    try {
      requireMemory(settings);
      const own = await mkdtemp(join(folder, "peer-"));
      const running = await startPeer({ name, settings, folder: own, allowedMs });
      started.push({ name, running });
    } catch (error) {
      skipped.push({ name, reason: messageOf(error) });
    }
  }
  return { started, skipped };
}

/** Names of all peers, or of the one that takes part in every run. */
export function peerNames(all: boolean): readonly string[] {
  return all ? Object.keys(PEERS) : [ALWAYS_THERE];
}

/** Reads the version of a peer, as it is installed. */
export function versionOfPeer(name: string): string {
  const from = PEERS[name]?.from ?? "";
  for (const manifest of ["../peers/package.json", "../../package.json"]) {
    const text = readFileSync(new URL(manifest, import.meta.url), "utf8");
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(text) as Manifest;
    const version = dependencies[from] ?? optionalDependencies[from];
    if (version !== undefined) return version;
  }
  throw new Error(`no package of the peer ${name} is named`);
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Reads the message of what was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** All stay in memory at once: rather leave one out than have the system end one. */
function requireMemory({ count, dimensions }: DataSettings): void {
  const needed = count * (dimensions * BYTES_A_NUMBER + BYTES_A_TEXT);
  const free = process.availableMemory();
  if (needed <= free) return;
  const [asked, there] = [needed, free].map((bytes) => (bytes / GIB).toFixed(1));
  throw new Error(`may need ${asked} GiB of memory, ${there} are free`);
}
