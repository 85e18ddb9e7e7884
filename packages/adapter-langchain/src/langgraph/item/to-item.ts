import type { Memory } from "@kioku/core";
import type { Item, SearchItem } from "@langchain/langgraph-checkpoint";

import { itemFacts } from "./item-facts.js";
import type { ItemRecord } from "./item-facts.js";

/**
 * A record as LangGraph shows it, its namespace as seen from the view of the store. A copy:
 * changing it changes nothing else.
 */
export function toItem(record: ItemRecord, { scopePath }: Memory): Item {
  const { putAt } = itemFacts(record);
  return {
    value: structuredClone(record.value),
    key: record.key,
    namespace: record.scope.slice(scopePath.length),
    createdAt: new Date(record.createdAt),
    updatedAt: new Date(putAt ?? record.updatedAt),
  };
}

/**
 * The same with a score; it is there but `undefined` for what was not ranked, as in LangGraph's own
 * stores.
 */
export function toSearchItem(
  record: ItemRecord,
  score: number | undefined,
  memory: Memory,
): SearchItem {
  return { ...toItem(record, memory), score } as SearchItem;
}
