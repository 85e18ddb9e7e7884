import {
  checkJsonObject,
  checkNumber,
  checkObject,
  checkText,
  checkTexts,
  invalidInput,
  MAX_CONTENT_LENGTH,
  MAX_NAME_LENGTH,
} from "@kioku/core/toolkit";

import { parsePath, textsToIndex, toContent, type Path } from "./item-texts.js";
import { checkConditions } from "./list-namespaces.js";
import { checkView, checkWritable } from "./namespace.js";
import type {
  CheckedOperation,
  ItemLocation,
  ListNamespaces,
  PutItem,
  SearchItems,
} from "./operation.js";
import { ttlToMs, type StoreSettings } from "./store-options.js";
import { toFilter } from "./to-filter.js";

/** Largest count that LangGraph can ask for. */
const MAX_COUNT = Number.MAX_SAFE_INTEGER;
const DEFAULT_LIMIT = 10;

type Members = Readonly<Record<string, unknown>>;

/** Checks an operation. @throws `InvalidNamespaceError`; `invalid-input` for anything else. */
export function checkOperation(
  operation: unknown,
  name: string,
  settings: StoreSettings,
): CheckedOperation {
  checkObject(operation, name);
  const members = operation as Members;
  if ("namespacePrefix" in members) return checkSearch(members, name, settings);
  if ("namespace" in members && "key" in members) {
    if ("value" in members && members["value"] !== null) return checkPut(members, name, settings);
    const type = "value" in members ? "delete" : "get";
    return { type, ...checkLocation(members, name, settings) };
  }
  const isList = ["matchConditions", "maxDepth", "limit", "offset"].some((one) => one in members);
  if (isList) return checkList(members, name, settings);
  throw invalidInput(name, "a get, put, search or list operation of LangGraph", operation);
}

function checkLocation(
  { namespace, key }: Members,
  name: string,
  { memory }: StoreSettings,
): ItemLocation {
  const view = checkView(namespace, `${name}.namespace`, memory);
  return { view, key: checkKey(key, `${name}.key`) };
}

function checkPut(members: Members, name: string, settings: StoreSettings): PutItem {
  const { namespace, index, ttl } = members;
  checkWritable(namespace, `${name}.namespace`);
  const location = checkLocation(members, name, settings);
  const value = checkJsonObject(withoutToJson(members["value"], 0), `${name}.value`);
  const paths = checkIndex(index, `${name}.index`, settings);
  const texts = textsToIndex(value, paths);
  if (texts.length > 0) {
    const { length } = toContent(texts);
    checkNumber(length, `length of all texts to index of ${name}`, { max: MAX_CONTENT_LENGTH });
  }
  const ttlMs = ttl === undefined ? settings.defaultTtlMs : ttlToMs(ttl, `${name}.ttl`);
  return { type: "put", ...location, value, texts, paths, ttlMs };
}

function checkIndex(index: unknown, name: string, { paths }: StoreSettings): readonly Path[] {
  if (index === undefined || index === null) return paths;
  if (index === false) return [];
  if (!Array.isArray(index)) throw invalidInput(name, "false or a list of paths", index);
  const fields = checkTexts(index, name, MAX_NAME_LENGTH);
  return fields.map((path, position) => parsePath(path, `${name}[${position}]`));
}

function checkSearch(members: Members, name: string, { memory }: StoreSettings): SearchItems {
  const { namespacePrefix, filter, query } = members;
  const view = checkView(namespacePrefix, `${name}.namespacePrefix`, memory);
  if (query !== undefined && query !== null && typeof query !== "string") {
    throw invalidInput(`${name}.query`, "a string", query);
  }
  return {
    type: "search",
    view,
    filter: toFilter(filter, `${name}.filter`),
    // LangGraph takes an empty query as none.
    query: query?.trim() === "" ? undefined : (query ?? undefined),
    limit: checkCount(members["limit"] ?? DEFAULT_LIMIT, `${name}.limit`),
    offset: checkCount(members["offset"] ?? 0, `${name}.offset`),
  };
}

function checkList(members: Members, name: string, { memory }: StoreSettings): ListNamespaces {
  const { matchConditions, maxDepth, limit, offset } = members;
  return {
    type: "namespaces",
    conditions: checkConditions(matchConditions, `${name}.matchConditions`, memory),
    maxDepth: maxDepth === undefined ? undefined : checkCount(maxDepth, `${name}.maxDepth`),
    limit: checkCount(limit ?? MAX_COUNT, `${name}.limit`),
    offset: checkCount(offset ?? 0, `${name}.offset`),
  };
}

/** Returns the key in Unicode form NFC. Refuses what core would replace: keys stay apart. */
function checkKey(key: unknown, name: string): string {
  const text = checkText(key, name, MAX_NAME_LENGTH);
  if (text.isWellFormed() && !text.includes("\0")) return text.normalize("NFC");
  throw invalidInput(name, "well-formed Unicode without NUL", key);
}

function checkCount(value: unknown, name: string): number {
  return checkNumber(value, name, { min: 0, max: MAX_COUNT, integer: true });
}

/** Depth limit, at which cycles are refused. */
const MAX_DEPTH = 64;

/**
 * Copies a value as stores keep it. Like `JSON.stringify` it calls `toJSON` and drops `undefined`
 * members. What that would lose stays, to be refused: non-finite numbers, invalid dates, functions,
 * maps and other class instances.
 */
function withoutToJson(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  if (value instanceof Date && Number.isNaN(value.getTime())) return value;
  if ("toJSON" in value && typeof value.toJSON === "function") {
    const { toJSON } = value as { readonly toJSON: () => unknown };
    return withoutToJson(toJSON.call(value), depth + 1);
  }
  if (Array.isArray(value)) {
    return Array.from(value, (element: unknown) => withoutToJson(element, depth + 1));
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => [
      key,
      withoutToJson(member, depth + 1),
    ]),
  );
}
