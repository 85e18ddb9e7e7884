import type { Filter, JsonObject, Memory } from "@kioku/core";
import type { MatchCondition } from "@langchain/langgraph-checkpoint";

import type { PathStep } from "../text/parse-path.js";

/** A key in a namespace. */
export interface ItemPlace {
  /** The view of the namespace. */
  readonly view: Memory;
  /** As core keeps it. */
  readonly key: string;
}

/** Reads one item. */
interface GetItem extends ItemPlace {
  readonly type: "get";
}

/** Writes one item. */
export interface PutItem extends ItemPlace {
  readonly type: "put";
  /** A copy. */
  readonly value: JsonObject;
  /** What it is to be found by: each once, none blank. */
  readonly texts: readonly string[];
  /** Where in a value these are. */
  readonly paths: readonly (readonly PathStep[])[];
  /** How long it lives. */
  readonly ttlMs?: number | undefined;
}

/** Deletes one item. */
export interface DeleteItem extends ItemPlace {
  readonly type: "delete";
}

/** Looks for items. */
export interface SearchItems {
  readonly type: "search";
  /** The view of the prefix. */
  readonly view: Memory;
  readonly filter?: Filter | undefined;
  /** Not blank. */
  readonly query?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Lists namespaces. */
export interface ListNamespaces {
  readonly type: "namespaces";
  /** All of them must hold. */
  readonly conditions: readonly MatchCondition[];
  readonly maxDepth?: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** An operation of a batch, checked. */
export type CheckedOperation = GetItem | PutItem | DeleteItem | SearchItems | ListNamespaces;
