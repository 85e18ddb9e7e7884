import type { Origin } from "@kioku/core";
import type { VectorInput } from "@kioku/core/toolkit";

import { hashedFields } from "../filter/field-path.js";
import type { PutItem } from "../operation/operation.js";
import { textsOf, toContent } from "../text/item-texts.js";
import { ITEM_KIND, toMetadata } from "./item-facts.js";

/** What an item is written as: one record. An item without a text is found by no query. */
export function itemInput(
  { key, value, texts, paths, ttlMs }: PutItem,
  given: { readonly origin: Origin; readonly hasVectors: boolean },
): VectorInput {
  const hasText = texts.length > 0;
  return {
    key,
    kind: ITEM_KIND,
    content: hasText ? toContent(texts) : JSON.stringify(value),
    value,
    metadata: toMetadata({ ttlMs, fields: hashedFields(value) }),
    origin: given.origin,
    ttlMs,
    index: hasText,
    ...(given.hasVectors ? { textsOf: textsOf(paths) } : {}),
  };
}
