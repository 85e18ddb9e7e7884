import {
  checkNumber,
  checkObject,
  checkText,
  checkTexts,
  invalidInput,
  MAX_CONTENT_LENGTH,
  MAX_NAME_LENGTH,
} from "@kioku/core/toolkit";

import { toFilter } from "../filter/to-filter.js";
import { toJsonObject } from "../item/to-json-object.js";
import type { StoreSettings } from "../store-settings.js";
import { ttlToMs } from "../store-settings.js";
import { toContent } from "../text/item-texts.js";
import type { PathStep } from "../text/parse-path.js";
import { parsePath } from "../text/parse-path.js";
import { textsToIndex } from "../text/texts-to-index.js";
import { checkConditions } from "./check-conditions.js";
import { checkView, checkWritable } from "./check-namespace.js";
import type {
  CheckedOperation,
  ItemPlace,
  ListNamespaces,
  PutItem,
  SearchItems,
} from "./operation.js";

/** Most items of a page: as many as LangGraph could ask for and a list could hold. */
const MAX_COUNT = Number.MAX_SAFE_INTEGER;
const DEFAULT_LIMIT = 10;

type Members = Readonly<Record<string, unknown>>;

/**
 * Checks one operation of a batch, before anything of the batch is read or written.
 * @throws `InvalidNamespaceError`; `invalid-input` for anything else that cannot work.
 */
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
    return { type, ...checkPlace(members, name, settings) };
  }
  const isList = ["matchConditions", "maxDepth", "limit", "offset"].some((one) => one in members);
  if (isList) return checkList(members, name, settings);
  throw invalidInput(name, "a get, put, search or list operation of LangGraph", operation);
}

function checkPlace(
  { namespace, key }: Members,
  name: string,
  { memory }: StoreSettings,
): ItemPlace {
  const view = checkView(namespace, `${name}.namespace`, memory);
  return { view, key: checkKey(key, `${name}.key`) };
}

function checkPut(members: Members, name: string, settings: StoreSettings): PutItem {
  const { namespace, index, ttl } = members;
  checkWritable(namespace, `${name}.namespace`);
  const place = checkPlace(members, name, settings);
  const value = toJsonObject(members["value"], `${name}.value`);
  const paths = checkIndex(index, `${name}.index`, settings);
  const texts = textsToIndex(value, paths);
  if (texts.length > 0) {
    const { length } = toContent(texts);
    checkNumber(length, `length of all texts to index of ${name}`, { max: MAX_CONTENT_LENGTH });
  }
  const ttlMs = ttl === undefined ? settings.defaultTtlMs : ttlToMs(ttl, `${name}.ttl`);
  return { type: "put", ...place, value, texts, paths, ttlMs };
}

function checkIndex(
  index: unknown,
  name: string,
  { paths }: StoreSettings,
): readonly (readonly PathStep[])[] {
  if (index === undefined || index === null) return paths;
  if (index === false) return [];
  if (!Array.isArray(index)) throw invalidInput(name, "false or a list of paths", index);
  const fields = checkTexts(index, name, MAX_NAME_LENGTH);
  return fields.map((path, place) => parsePath(path, `${name}[${place}]`));
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
    // As for LangGraph an empty query is none; a blank one says as little.
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

/**
 * A key as core keeps it: in Unicode's normal form NFC. What core would replace in it is refused,
 * as two keys would become one.
 */
function checkKey(key: unknown, name: string): string {
  const text = checkText(key, name, MAX_NAME_LENGTH);
  if (text.isWellFormed() && !text.includes("\0")) return text.normalize("NFC");
  throw invalidInput(name, "well-formed Unicode without NUL", key);
}

function checkCount(value: unknown, name: string): number {
  return checkNumber(value, name, { min: 0, max: MAX_COUNT, integer: true });
}
