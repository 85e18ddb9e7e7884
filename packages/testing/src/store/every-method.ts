import type { CallOptions } from "@kioku/core";
import { STORE_METHODS } from "@kioku/core/toolkit";
import type { CompleteStore, SearchLeg, StoreGroup } from "@kioku/core/toolkit";

import { deleteOp, instant, putOp, testRecord } from "../test-records.js";
import { EVERYWHERE, select } from "./requests.js";
import type { StoreSubject } from "./store-case.js";

/**
 * The methods of a store that can be aborted and that fail when it is closed: all but `close`; the
 * queue's are not among them.
 */
export type StoreMethod = Exclude<
  keyof CompleteStore,
  symbol | "name" | "capabilities" | "close" | "queue" | "shardOf"
>;

type Call = (store: CompleteStore, options?: CallOptions) => Promise<unknown>;

const { scope, id } = testRecord(1);
const strength = { stabilityDays: 99, uses: 99 };
const textLeg: SearchLeg = { type: "text", terms: ["memori"] };
const vectorLeg: SearchLeg = { type: "vector", space: "space", values: Float32Array.of(1, 0) };

/**
 * One call of every method. On a store with record 1 each of those that write would change
 * something. The compiler sees to it that none is forgotten.
 */
export const EVERY_METHOD: Readonly<Record<StoreMethod, Call>> = {
  open: (store, options) => store.open(options),
  write: (store, options) => store.write([putOp(testRecord(2)), deleteOp(testRecord(1))], options),
  get: (store, options) => store.get([{ scope, id }], { ...options, now: instant(0) }),
  search: (store, options) => {
    const leg = store.capabilities.vector === "none" ? textLeg : vectorLeg;
    return store.search({ legs: [leg], selection: select(), limit: 1 }, options);
  },
  list: (store, options) =>
    store.list({ ...select(), orderBy: "createdAt", order: "asc", limit: 1 }, options),
  vectors: (store, options) => store.vectors("space", [{ scope, id }], options),
  spaces: (store, options) => store.spaces(options),
  countMissingVectors: (store, options) => store.countMissingVectors("space", options),
  dropSpace: (store, options) => store.dropSpace("space", options),
  deleteWhere: (store, options) => store.deleteWhere(EVERYWHERE, { ...options, at: instant(9) }),
  scopes: (store, options) => store.scopes([], { limit: 1 }, options),
  history: (store, options) => store.history({ scope, id }, options),
  histories: (store, options) =>
    store.histories({ within: [scope], reach: "here", limit: 1 }, options),
  tombstones: (store, options) =>
    store.tombstones({ within: [scope], reach: "here", limit: 1 }, options),
  neighbours: (store, options) =>
    store.neighbours({ refs: [{ scope, id }], before: 1, after: 1, selection: select() }, options),
  strengthen: (store, options) => store.strengthen([{ scope, id, strength }], options),
  sweep: (store, options) => store.sweep(instant(9), options),
  scrub: (store, options) => store.scrub(options),
};

/** Returns the methods that a store has itself, by the groups that it claims. */
export function methodsOf(claims: StoreSubject["claims"]): readonly StoreMethod[] {
  const groups = Object.keys(STORE_METHODS) as StoreGroup[];
  const missing = groups.filter((group) => !claims(group === "vectors" ? "vector" : group));
  const leftOut = new Set<PropertyKey>(missing.flatMap((group) => STORE_METHODS[group]));
  return (Object.keys(EVERY_METHOD) as StoreMethod[]).filter((method) => !leftOut.has(method));
}
