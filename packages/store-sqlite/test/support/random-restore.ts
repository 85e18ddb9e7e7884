import type { MemoryRecord, RestoreOp, Revision, StoredRevision, WriteOp } from "@kioku/core";

import { randomInstant, randomPut, SCOPES, SPACE } from "./random-data.js";
import type { Random } from "./random.js";

const CHANGES: readonly Revision["change"][] = ["created", "updated", "superseded", "archived"];

/** Versions that increase with gaps, at instants that need not. */
function randomRevisions(random: Random, { scope, id }: MemoryRecord, n: number): StoredRevision[] {
  let version = 0;
  return Array.from({ length: 1 + random.below(4) }, (): StoredRevision => {
    version += 1 + random.below(2);
    const at = randomInstant(random);
    const by = random.chance(0.3) ? { actor: random.pick(["ann", ""]), cause: "why" } : {};
    if (random.chance(0.25)) return { version, change: "deleted", at, ...by, searchable: false };
    // Now and then with the key of another record, which may be there.
    const { record } = randomPut(random, random.chance(0.8) ? n : n + 7);
    return {
      version,
      change: random.pick(CHANGES),
      at,
      ...by,
      searchable: random.chance(0.8),
      record: { ...record, scope, id, version, updatedAt: at },
    };
  });
}

/** Writes one record with its history, as an import would. Some are refused, because keys are taken. */
export function randomRestore(random: Random, n: number): RestoreOp {
  const { record, search, contentHash } = randomPut(random, n);
  const revisions = randomRevisions(random, record, n);
  const last = revisions.at(-1);
  const entry = last?.searchable === true && search !== "keep" ? search : "none";
  const ended = revisions.slice(0, -1);
  const current = last && { ...last, searchable: entry !== "none" };
  return {
    op: "restore",
    scope: record.scope,
    id: record.id,
    revisions: current ? [...ended, current] : ended,
    search: entry,
    contentHash,
    idempotencyKeys: ["😀", "b", "a", "a", "\uFFFF"].filter(() => random.chance(0.05)),
  };
}

/** One of 20 hashes in one of the scopes. */
export function randomTombstone(random: Random): WriteOp {
  const hash = `hash ${random.below(20)}`;
  return { op: "tombstone", scope: random.pick(SCOPES), hash, at: randomInstant(random) };
}

/** Says something of a space, now and then with a width that is wrong. */
export function randomSpaceOp(random: Random): WriteOp {
  const id = random.pick([SPACE.id, "other", "new"]);
  const dimensions = random.chance(0.9) ? SPACE.dimensions : 3;
  const state = random.pick(["ready", "building", "retired"] as const);
  return { op: "space", space: { id, dimensions }, state };
}
