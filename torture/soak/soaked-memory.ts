import { createHash } from "node:crypto";

import { createMemory } from "@kioku/core";
import type { Embedder, MemoryRoot } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import type { SqliteStore } from "@kioku/store-sqlite";

import { afterTalk } from "../mind/talk-plan.ts";

/** A memory on a file, and its store. */
export interface SoakedMemory {
  readonly memory: MemoryRoot;
  readonly sqlite: SqliteStore;
}

/** Bytes of a hash, and the middle of what a byte can be. */
const DIMENSIONS = 64;
const MIDDLE = 127.5;

/** A clock that goes on from after the talks, whatever the one of the machine says. */
export const soakClock = (): Date => new Date(afterTalk().getTime() + performance.now());

/** Opens a memory on a file. */
export function openSoaked(path: string): SoakedMemory {
  const sqlite = sqliteStore({ path });
  const ranking = { minScore: 0 };
  return { sqlite, memory: createMemory({ store: sqlite, embedder, ranking, clock: soakClock }) };
}

/** Makes vectors of which only those of equal texts are near. */
const embedder: Embedder = {
  id: `torture/soak@${DIMENSIONS}`,
  dimensions: DIMENSIONS,
  maxBatchSize: 100,
  profile: { unrelated: 0.6, related: 0.9 },
  embed: async (texts) => ({ vectors: texts.map(vectorOf) }),
};

function vectorOf(text: string): Float32Array {
  const digest = createHash("sha512").update(text).digest();
  return Float32Array.from(digest, (byte) => byte - MIDDLE);
}
