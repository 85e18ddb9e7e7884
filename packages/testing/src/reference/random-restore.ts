import type { MemoryRecord, Revision } from "@kioku/core";
import type { StoredRevision, RestoreOp, WriteOp } from "@kioku/core/toolkit";

import type { Picker } from "../support/picker.js";
import { randomInstant, randomPut, RANDOM_SCOPES, RANDOM_SPACE } from "./random-data.js";

const CHANGES: readonly Revision["change"][] = ["created", "updated", "superseded", "archived"];

/** Versions that increase with gaps, at instants that need not. */
function randomRevisions(picker: Picker, { scope, id }: MemoryRecord, n: number): StoredRevision[] {
  let version = 0;
  return Array.from({ length: 1 + picker.integer(4) }, (): StoredRevision => {
    version += 1 + picker.integer(2);
    const at = randomInstant(picker);
    const by = picker.chance(0.3) ? { actor: picker.one(["ann", ""]), cause: "why" } : {};
    if (picker.chance(0.25)) return { version, change: "deleted", at, ...by, searchable: false };
    // Now and then with the key of another record, which may be there.
    const { record } = randomPut(picker, picker.chance(0.8) ? n : n + 7);
    return {
      version,
      change: picker.one(CHANGES),
      at,
      ...by,
      searchable: picker.chance(0.8),
      record: { ...record, scope, id, version, updatedAt: at },
    };
  });
}

/**
 * Writes one record with its history, as an import would. Some are refused, because keys are taken.
 */
export function randomRestore(picker: Picker, n: number): RestoreOp {
  const { record, search, contentHash } = randomPut(picker, n);
  const revisions = randomRevisions(picker, record, n);
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
    idempotencyKeys: ["😀", "b", "a", "a", "\uFFFF"].filter(() => picker.chance(0.05)),
  };
}

/** One of 20 hashes in one of the scopes. */
export function randomTombstone(picker: Picker): WriteOp {
  const hash = `hash ${picker.integer(20)}`;
  return { op: "tombstone", scope: picker.one(RANDOM_SCOPES), hash, at: randomInstant(picker) };
}

/** Says something of a space, now and then with a width that is wrong. */
export function randomSpaceOp(picker: Picker): WriteOp {
  const id = picker.one([RANDOM_SPACE.id, "other", "new"]);
  const dimensions = picker.chance(0.9) ? RANDOM_SPACE.dimensions : 3;
  const state = picker.one(["ready", "building", "retired", "separate"] as const);
  return { op: "space", space: { id, dimensions }, state };
}
