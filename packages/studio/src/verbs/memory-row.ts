import type { Memory, MemoryRecord } from "@kioku/core";

import type { StrengthRow } from "../wire/forgetting.js";
import type { MemoryRow } from "../wire/memories.js";
import { below } from "./in-scope.js";

const MOST_TEXT = 160;

/** Returns the strength of a memory as it is sent. */
export function strengthRow(memory: Memory, record: MemoryRecord): StrengthRow {
  const { id, scope, kind, content, createdAt, importance, emotion, pinned, strength } = record;
  return {
    id,
    scope: below(memory, scope),
    kind,
    text: content.slice(0, MOST_TEXT),
    createdAt: createdAt.toISOString(),
    stabilityDays: strength.stabilityDays,
    uses: strength.uses,
    ...(strength.lastUsedAt && { lastUsedAt: strength.lastUsedAt.toISOString() }),
    importance,
    ...(emotion && { emotion }),
    pinned,
    canFade: !pinned && record.key === undefined,
    fadesSince: fadesSince(record).toISOString(),
  };
}

/** Returns the moment that `sweep` counts forgetting from. */
function fadesSince({ updatedAt, validFrom = updatedAt, strength }: MemoryRecord): Date {
  const { lastUsedAt = updatedAt } = strength;
  return new Date(Math.max(updatedAt.getTime(), validFrom.getTime(), lastUsedAt.getTime()));
}

/** Returns a memory as it is sent in a list. */
export function memoryRow(memory: Memory, record: MemoryRecord): MemoryRow {
  const { origin, updatedAt, archivedAt, validTo } = record;
  return {
    ...strengthRow(memory, record),
    origin,
    updatedAt: updatedAt.toISOString(),
    ...(archivedAt && { archivedAt: archivedAt.toISOString() }),
    ...(validTo && { validTo: validTo.toISOString() }),
  };
}
