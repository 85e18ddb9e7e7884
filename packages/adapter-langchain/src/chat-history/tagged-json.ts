import type { JsonValue } from "@kioku/core";
import { toStorableText, invalidInput } from "@kioku/core/toolkit";
import { Document } from "@langchain/core/documents";

/** Key of objects that stand for values without a JSON form: `{ "$kioku": "bytes", "of": "…" }`. */
const TAG = "$kioku";

/** Depth limit, so that recursion cannot overflow. */
const MAX_DEPTH = 500;

/** Plain object of unknown values. */
export type Members = Readonly<Record<string, unknown>>;

/**
 * Converts a value to JSON. Bytes, dates, documents and non-finite numbers become tagged objects
 * that `fromTagged` restores.
 * @throws `invalid-input` naming the path of any other value.
 */
export function toTagged(value: unknown, name: string): JsonValue {
  return tag(value, name, []);
}

/** Reverses `toTagged`. @throws for unknown tags. */
export function fromTagged(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => fromTagged(item));
  if (!isPlainObject(value)) return value;
  if (!Object.hasOwn(value, TAG)) return mapMembers(value, fromTagged);
  const { of } = value;
  if (value[TAG] === "object") return Object.fromEntries(fromTagged(of) as [string, unknown][]);
  if (value[TAG] === "document") {
    return Object.assign(new Document({ pageContent: "" }), fromTagged(of));
  }
  if (typeof of === "string") {
    if (value[TAG] === "bytes") return new Uint8Array(Buffer.from(of, "base64"));
    if (value[TAG] === "date") return new Date(of);
    if (value[TAG] === "number") return Number(of);
    if (value[TAG] === "json") return fromTagged(JSON.parse(of));
  }
  throw new TypeError(`${TAG} is none of object, document, bytes, date, number and json`);
}

function tag(value: unknown, name: string, around: readonly object[]): JsonValue {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number") {
    if (Object.is(value, -0)) return tagged("number", "-0");
    return Number.isFinite(value) ? value : tagged("number", String(value));
  }
  if (typeof value !== "object") throw notStorable(name, value);
  if (around.includes(value)) throw invalidInput(name, "JSON without cycles");
  if (around.length >= MAX_DEPTH) throw invalidInput(name, `at most ${MAX_DEPTH} levels deep`);
  const inside = [...around, value];
  if (Array.isArray(value)) {
    return Array.from(value, (item, index) => tag(item, `${name}[${index}]`, inside));
  }
  if (value instanceof Uint8Array) return tagged("bytes", Buffer.from(value).toString("base64"));
  if (value instanceof Date && !Number.isNaN(value.getTime())) {
    return tagged("date", value.toISOString());
  }
  if (value instanceof Document) {
    return tagged("document", tag(Object.fromEntries(Object.entries(value)), name, inside));
  }
  if (!isPlainObject(value)) throw notStorable(name, value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const entries = members.map(([key, member]): [string, JsonValue] => [
    key,
    tag(member, `${name}.${key.slice(0, 40)}`, inside),
  ]);
  return Object.hasOwn(value, TAG) ? tagged("object", entries) : Object.fromEntries(entries);
}

/** Returns an object that `fromTagged` restores. */
function tagged(type: string, of: JsonValue): JsonValue {
  return { [TAG]: type, of };
}

function notStorable(name: string, value: unknown): Error {
  return invalidInput(name, "JSON, bytes, a valid Date or a Document", value);
}

/** Returns true for an object without a class, of any realm. */
export function isPlainObject(value: unknown): value is Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Maps the members of an object; keeps `__proto__` as an ordinary member. */
function mapMembers<T>(members: object, map: (member: unknown) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(members).map(([key, member]) => [key, map(member)]));
}

const MAX_STORED_DEPTH = 16;

/**
 * Converts to text the parts of JSON that a memory would change or refuse: deep ones, and strings
 * or member names with NUL or lone surrogates. `fromTagged` restores them.
 */
export function packJson(json: JsonValue, depth = 1): JsonValue {
  if (typeof json === "string") return isStorable(json) ? json : asText(json);
  if (typeof json !== "object" || json === null) return json;
  if (depth >= MAX_STORED_DEPTH) return asText(json);
  if (Array.isArray(json)) return json.map((item: JsonValue) => packJson(item, depth + 1));
  if (!Object.keys(json).every((key) => isStorable(key) && key !== "__proto__"))
    return asText(json);
  return mapMembers(json, (member) => packJson(member as JsonValue, depth + 1));
}

function isStorable(text: string): boolean {
  return toStorableText(text) === text;
}

/** `JSON.stringify` escapes lone surrogates and NUL. */
function asText(json: JsonValue): JsonValue {
  return tagged("json", JSON.stringify(json));
}
