import type { JsonValue } from "@kioku/core";
import { toStorableText } from "@kioku/core/toolkit";

import { mapMembers, tagged } from "./tagged-json.js";

/** How many levels deep a memory keeps JSON. */
const MAX_DEPTH = 16;

/**
 * JSON with those parts as text that a memory would refuse or change: what is too deep, texts with
 * NUL or half of a surrogate pair, and objects with such names of members. `fromTagged` unpacks
 * them.
 */
export function packJson(json: JsonValue, depth = 1): JsonValue {
  if (typeof json === "string") return isKept(json) ? json : asText(json);
  if (typeof json !== "object" || json === null) return json;
  if (depth >= MAX_DEPTH) return asText(json);
  if (Array.isArray(json)) return json.map((item: JsonValue) => packJson(item, depth + 1));
  if (!Object.keys(json).every((key) => isKept(key) && key !== "__proto__")) return asText(json);
  return mapMembers(json, (member) => packJson(member as JsonValue, depth + 1));
}

function isKept(text: string): boolean {
  return toStorableText(text) === text;
}

/** `JSON.stringify` escapes what is not well-formed, and NUL. */
function asText(json: JsonValue): JsonValue {
  return tagged("json", JSON.stringify(json));
}
