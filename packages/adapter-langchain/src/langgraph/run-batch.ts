import type { Item, SearchItem } from "@langchain/langgraph-checkpoint";

import { isItem, recordName } from "./item/item-facts.js";
import type { ItemRecord } from "./item/item-facts.js";
import { toItem, toSearchItem } from "./item/to-item.js";
import type { CheckedOperation } from "./operation/operation.js";
import { listNamespaces } from "./read/list-namespaces.js";
import { cosineRanker, recallRanker } from "./read/ranker.js";
import { readPlaces } from "./read/read-keys.js";
import { refreshItems } from "./read/refresh-items.js";
import { searchItems } from "./read/search-items.js";
import type { StoreSettings } from "./store-settings.js";
import { groupWrites } from "./write/group-writes.js";
import { writeItems } from "./write/write-items.js";

/** What one operation answers. */
type Result = Item | SearchItem[] | string[][] | null;

/** Runs the operations of a batch: all reads, then all writes. */
export async function runBatch(
  operations: readonly CheckedOperation[],
  settings: StoreSettings,
): Promise<readonly Result[]> {
  const { memory, embedder } = settings;
  const ranker = embedder ? cosineRanker(embedder) : recallRanker;
  const places = operations.filter((operation) => "key" in operation);
  const records = readPlaces(places);
  const touched = new Map<string, ItemRecord>();
  const touch = (record: ItemRecord): void => void touched.set(recordName(record), record);
  const run = async (operation: CheckedOperation): Promise<Result> => {
    if (operation.type === "namespaces") return listNamespaces(memory, operation);
    if (operation.type === "search") {
      const found = await searchItems(operation, ranker);
      for (const { record } of found) touch(record);
      return found.map(({ record, score }) => toSearchItem(record, score, memory));
    }
    const record = operation.type === "get" ? (await records)(operation) : undefined;
    if (!isItem(record)) return null;
    touch(record);
    return toItem(record, memory);
  };
  const [held, results] = await Promise.all([records, Promise.all(operations.map(run))]);
  const writes = places.filter((place) => place.type !== "get");
  const groups = groupWrites(writes, { records: held, memory });
  if (settings.refreshOnRead) await refreshItems([...touched.values()], settings);
  await writeItems(groups, settings);
  return results;
}
