import { existsSync, readFileSync } from "node:fs";

import type { CompleteStore } from "@kioku/core/toolkit";
import type { SqliteStore } from "@kioku/store-sqlite";

/** Memory of a process in MiB. Heap and the like are those after a garbage collection. */
export interface ResidentMemory {
  /** All that the system counts for the process, before the collection. */
  readonly rss: number;
  /** The part of it that is of no file, so that it cannot be dropped; 0 where Linux is not. */
  readonly anonymous: number;
  readonly heap: number;
  readonly external: number;
  readonly arrayBuffers: number;
}

const KIB = 2 ** 10;
const MIB = 2 ** 20;
const STATUS = "/proc/self/status";

/** Reads the memory of this process, which was started with `--expose-gc`. */
export function readMemory(): ResidentMemory {
  const { rss } = process.memoryUsage();
  const anonymous = readAnonymous();
  globalThis.gc?.();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return {
    rss: toMib(rss),
    anonymous: toMib(anonymous),
    heap: toMib(heapUsed),
    external: toMib(external),
    arrayBuffers: toMib(arrayBuffers),
  };
}

/** Reads how many MiB a store says that its indexes take; 0 for one that keeps none. */
export async function readCounted(store: CompleteStore): Promise<number> {
  if (!("stats" in store)) return 0;
  const { index } = await (store as SqliteStore).stats();
  return toMib(index.bytes + index.vectorsBytes);
}

function readAnonymous(): number {
  if (!existsSync(STATUS)) return 0;
  const [, kibibytes] = /^RssAnon:\s+(\d+) kB$/mu.exec(readFileSync(STATUS, "utf8")) ?? [];
  return Number(kibibytes ?? 0) * KIB;
}

function toMib(bytes: number): number {
  return Number((bytes / MIB).toFixed(1));
}
