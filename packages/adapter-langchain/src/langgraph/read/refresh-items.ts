import { MemoryError } from "@kioku/core";

import { itemFacts, toMetadata } from "../item/item-facts.js";
import type { ItemRecord } from "../item/item-facts.js";
import type { StoreSettings } from "../store-settings.js";
import { scopeBelow } from "./read-keys.js";

/**
 * How much of a life has to have passed before a read extends it: so it has four versions at most,
 * and most reads write nothing.
 */
const LEAST_SHARE = 1 / 4;
/** Items that are written at once. */
const AT_ONCE = 16;

/**
 * Gives items that were read their whole life again, if they have an end. What cannot be written
 * keeps the life that it has.
 */
export async function refreshItems(
  items: readonly ItemRecord[],
  settings: StoreSettings,
): Promise<void> {
  const now = settings.clock().getTime();
  const due = items.filter((item) => {
    const { ttlMs } = itemFacts(item);
    if (ttlMs === undefined || !item.expiresAt) return false;
    return item.expiresAt.getTime() - now <= ttlMs * (1 - LEAST_SHARE);
  });
  for (let start = 0; start < due.length; start += AT_ONCE) {
    const some = due.slice(start, start + AT_ONCE);
    await Promise.all(some.map((item) => refreshItem(item, settings)));
  }
}

async function refreshItem(item: ItemRecord, { memory }: StoreSettings): Promise<void> {
  const { id, version, scope, updatedAt } = item;
  const { ttlMs, putAt = updatedAt.toISOString(), fields } = itemFacts(item);
  const metadata = toMetadata({ ttlMs, putAt, fields });
  try {
    await scopeBelow(memory, scope).update(id, { ttlMs, metadata }, { ifVersion: version });
  } catch (error) {
    // Nobody who reads is to fail because of a lost race, a plugin that forbids writing, or a full
    // disk: the next read tries again.
    if (!MemoryError.is(error)) throw error;
  }
}
