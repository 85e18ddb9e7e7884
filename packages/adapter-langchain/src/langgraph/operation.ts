import type { Filter, JsonObject, Memory } from "@kioku/core";
import type { MatchCondition } from "@langchain/langgraph-checkpoint";

import type { Path } from "./item-texts.js";

/** Key in a namespace. */
export interface ItemLocation {
  /** View of the namespace. */
  readonly view: Memory;
  /** In Unicode form NFC. */
  readonly key: string;
}

interface GetItem extends ItemLocation {
  readonly type: "get";
}

/** Operation that writes an item. */
export interface PutItem extends ItemLocation {
  readonly type: "put";
  /** Copy of the value. */
  readonly value: JsonObject;
  /** Texts to index, distinct and not blank. */
  readonly texts: readonly string[];
  /** Paths of these texts. */
  readonly paths: readonly Path[];
  readonly ttlMs?: number | undefined;
}

/** Operation that deletes an item. */
export interface DeleteItem extends ItemLocation {
  readonly type: "delete";
}

/** Operation that searches items. */
export interface SearchItems {
  readonly type: "search";
  /** View of the prefix. */
  readonly view: Memory;
  readonly filter?: Filter | undefined;
  readonly query?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Operation that lists namespaces which meet all conditions. */
export interface ListNamespaces {
  readonly type: "namespaces";
  readonly conditions: readonly MatchCondition[];
  readonly maxDepth?: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Checked operation of a batch. */
export type CheckedOperation = GetItem | PutItem | DeleteItem | SearchItems | ListNamespaces;
