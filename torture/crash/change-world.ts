import type { MemoryRecord } from "@kioku/core";
import type { SearchEntry } from "@kioku/core/toolkit";

import { currentText, revisionText } from "./world.ts";
import type { World, WorldRecord, WorldVersion } from "./world.ts";

/** Arguments of putting a record into a world. */
export interface PutInWorld {
  readonly current: WorldVersion;
  readonly search: SearchEntry | "keep" | "none";
  /** Seeds of the vectors that are written with it, by space. */
  readonly vectors: Readonly<Record<string, number>>;
  readonly idempotencyKey?: string | undefined;
}

/** Writes a version of a record; the one before it becomes history. */
export function putInWorld(world: World, record: MemoryRecord, put: PutInWorld): void {
  const { current, search, vectors, idempotencyKey } = put;
  const before = world.live.get(record.id);
  if (before) keepEnded(world, before);
  const isKept = search === "keep";
  world.live.set(record.id, {
    record,
    current,
    searchable: isKept ? before?.searchable === true : search !== "none",
    // Every new text is another one, so vectors of the old one go.
    vectors: isKept ? { ...before?.vectors } : { ...vectors },
    idempotencyKeys:
      before?.idempotencyKeys ?? (idempotencyKey === undefined ? [] : [idempotencyKey]),
  });
}

/** Takes a record away; its versions and the deletion stay. */
export function endInWorld(
  world: World,
  one: WorldRecord,
  by: { readonly at: Date; readonly actor: string; readonly cause?: string | undefined },
): void {
  const { at, actor, cause } = by;
  const { id, version } = one.record;
  keepEnded(world, one);
  const ending = { change: "deleted", actor, cause, at, searchable: false } as const;
  endedOf(world, id).push(revisionText({ version: version + 1, ...ending }));
  world.live.delete(id);
}

/** Takes a record away without a trace. */
export function eraseInWorld(world: World, id: string): void {
  world.live.delete(id);
  world.ended.delete(id);
}

function keepEnded(world: World, one: WorldRecord): void {
  endedOf(world, one.record.id).push(currentText(one));
}

function endedOf(world: World, id: string): string[] {
  const known = world.ended.get(id) ?? [];
  world.ended.set(id, known);
  return known;
}
