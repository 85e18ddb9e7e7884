import type { Memory, MemoryRecord, Scope } from "@kioku/core";
import { memoryVectors } from "@kioku/core/toolkit";

import { viewOf } from "../operation/check-namespace.js";
import type { ItemPlace } from "../operation/operation.js";

/** The record at a place, if there is one. */
export type Records = (place: ItemPlace) => MemoryRecord | undefined;

/** The records that hold these keys in the scope of a view. */
async function readKeys(
  view: Memory,
  keys: readonly string[],
): Promise<ReadonlyMap<string, MemoryRecord>> {
  const own = [...new Set(keys)];
  const records = own.length === 0 ? [] : await memoryVectors(view).readKeys(own);
  return new Map(
    own.flatMap((key, index) => {
      const record = records[index];
      return record ? [[key, record] as const] : [];
    }),
  );
}

/** The records at these places, read once per namespace. */
export async function readPlaces(places: readonly ItemPlace[]): Promise<Records> {
  const groups = Map.groupBy(places, namespaceName);
  const read = await Promise.all(
    [...groups].flatMap(([name, group]) => {
      const [first] = group;
      const keys = group.map(({ key }) => key);
      return first ? [readKeys(first.view, keys).then((found) => [name, found] as const)] : [];
    }),
  );
  const records = new Map(read);
  return (place) => records.get(namespaceName(place))?.get(place.key);
}

/** The view of a scope that is the scope of a view or below it. */
export function scopeBelow(view: Memory, scope: Scope): Memory {
  return viewOf(view, scope.slice(view.scopePath.length));
}

/** A name for the namespace of a place that no other has. */
export function namespaceName({ view }: ItemPlace): string {
  return JSON.stringify(view.scopePath);
}
