import { MemoryError } from "@kioku/core";
import type { Item, SearchItem } from "@langchain/langgraph-checkpoint";

import { isItem, itemFacts, recordKey, toItem, toMetadata, type ItemRecord } from "./item.js";
import { listNamespaces } from "./list-namespaces.js";
import { readLocations, scopeBelow } from "./namespace.js";
import type { CheckedOperation } from "./operation.js";
import { cosineRanker, recallRanker, searchItems } from "./search-items.js";
import type { StoreSettings } from "./store-options.js";
import { planWrites, writeItems } from "./write-items.js";

type Result = Item | SearchItem[] | string[][] | null;

/** Runs the operations of a batch: all reads, then all writes. */
export async function runBatch(
  operations: readonly CheckedOperation[],
  settings: StoreSettings,
): Promise<readonly Result[]> {
  const { memory, embedder } = settings;
  const ranker = embedder ? cosineRanker(embedder) : recallRanker;
  const locations = operations.filter((operation) => "key" in operation);
  const records = readLocations(locations);
  const touched = new Map<string, ItemRecord>();
  const touch = (record: ItemRecord): void => void touched.set(recordKey(record), record);
  const run = async (operation: CheckedOperation): Promise<Result> => {
    if (operation.type === "namespaces") return listNamespaces(memory, operation);
    if (operation.type === "search") {
      const found = await searchItems(operation, ranker);
      for (const { record } of found) touch(record);
      // Unranked items have an undefined score, as in LangGraph's own stores.
      return found.map(({ record, score }) => ({ ...toItem(record, memory), score }) as SearchItem);
    }
    const record = operation.type === "get" ? (await records)(operation) : undefined;
    if (!isItem(record)) return null;
    touch(record);
    return toItem(record, memory);
  };
  const [held, results] = await Promise.all([records, Promise.all(operations.map(run))]);
  const writes = locations.filter((location) => location.type !== "get");
  const plan = planWrites(writes, { records: held, memory });
  if (settings.refreshOnRead) await refreshItems([...touched.values()], settings);
  await writeItems(plan, settings);
  return results;
}

/** Share of a life that must pass before a read extends it, which limits it to four versions. */
const LEAST_SHARE = 1 / 4;
const AT_ONCE = 16;

/** Restarts the life of items that were read, if they expire. Failed writes leave it as it is. */
async function refreshItems(items: readonly ItemRecord[], settings: StoreSettings): Promise<void> {
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
    // Reads must not fail on a lost race, a veto or a full disk; the next read tries again.
    if (!MemoryError.is(error)) throw error;
  }
}
