import { MemoryError } from "@kioku/core";
import type { Memory, MemoryRecord } from "@kioku/core";

import { isItem } from "../item/item-facts.js";
import type { DeleteItem, PutItem } from "../operation/operation.js";
import { placeName } from "../operation/place-name.js";
import { namespaceName } from "../read/read-keys.js";
import type { Records } from "../read/read-keys.js";

/** A put. */
interface ItemWrite {
  readonly item: PutItem;
  /** What it is called in errors. */
  readonly name: string;
  /** Its place among all writes of the batch. */
  readonly place: number;
}

/** The writes of a batch to one namespace. */
export interface NamespaceWrites {
  readonly view: Memory;
  readonly puts: readonly ItemWrite[];
  /** Ids of the items that are to be deleted, as far as they are there. */
  readonly deleted: readonly string[];
}

/** What is known of the writes. */
interface WritesOf {
  /** What the places hold. */
  readonly records: Records;
  /** The view of the store. */
  readonly memory: Memory;
}

/**
 * The writes of a batch, by namespace. Of several writes of one key only the last counts.
 * @throws `conflict` for a put whose key is held by a record that is no item.
 */
export function groupWrites(
  writes: readonly (PutItem | DeleteItem)[],
  { records, memory }: WritesOf,
): readonly NamespaceWrites[] {
  const last = new Map(writes.map((write) => [`${namespaceName(write)}${write.key}`, write]));
  const order = new Map([...last.values()].map((write, place) => [write, place]));
  const groups = Map.groupBy(last.values(), namespaceName);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const puts = group.flatMap((item) => {
      if (item.type !== "put") return [];
      const name = placeName(item, memory);
      checkHolder(records(item), name);
      return [{ item, name, place: order.get(item) ?? 0 }];
    });
    const deleted = group.flatMap((write) => {
      const record = write.type === "delete" ? records(write) : undefined;
      return isItem(record) ? [record.id] : [];
    });
    return [{ view: first.view, puts, deleted }];
  });
}

function checkHolder(record: MemoryRecord | undefined, name: string): void {
  if (!record || isItem(record)) return;
  throw new MemoryError(
    "conflict",
    `${name} is held by a record of kind ${record.kind}, which is no item of a store; choose another key or another view`,
  );
}
