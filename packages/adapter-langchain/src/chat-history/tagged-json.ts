import type { JsonValue } from "@kioku/core";
import { invalidInput } from "@kioku/core/toolkit";
import { Document } from "@langchain/core/documents";

/**
 * Marks an object that stands for what JSON, or a memory, cannot hold as it is:
 * `{ "$kioku": "bytes", "of": "…" }`.
 */
const TAG = "$kioku";

/** How deep a value may be, so that no recursion over it fails. */
const MAX_DEPTH = 500;

/** What the members of an object are called, and what they are. */
export type Members = Readonly<Record<string, unknown>>;

/**
 * A value as JSON. Bytes, dates, LangChain's documents and numbers that are not finite become
 * objects with a tag, from which `fromTagged` makes them again; members that are `undefined` are
 * left out.
 * @throws `invalid-input` naming the place of what can be neither.
 */
export function toTagged(value: unknown, name: string): JsonValue {
  return tag(value, name, []);
}

/**
 * What a value was before `toTagged`.
 * @throws An error for tags that `toTagged` does not make.
 */
export function fromTagged(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => fromTagged(item));
  if (!isPlainObject(value)) return value;
  if (!Object.hasOwn(value, TAG)) return mapMembers(value, fromTagged);
  const { of } = value;
  if (value[TAG] === "object") return Object.fromEntries(fromTagged(of) as [string, unknown][]);
  if (value[TAG] === "document") return toDocument(fromTagged(of));
  if (typeof of === "string") {
    if (value[TAG] === "bytes") return new Uint8Array(Buffer.from(of, "base64"));
    if (value[TAG] === "date") return new Date(of);
    if (value[TAG] === "number") return Number(of);
    if (value[TAG] === "json") return fromTagged(JSON.parse(of));
  }
  throw new TypeError(`${TAG} is none of object, document, bytes, date, number and json`);
}

function toDocument(members: unknown): Document {
  return Object.assign(new Document({ pageContent: "" }), members);
}

function tag(value: unknown, name: string, around: readonly object[]): JsonValue {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number")
    return isJsonNumber(value) ? value : tagged("number", numberText(value));
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
  if (value instanceof Document)
    return tagged("document", tag(Object.fromEntries(Object.entries(value)), name, inside));
  if (!isPlainObject(value)) throw notStorable(name, value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const entries = members.map(([key, member]): [string, JsonValue] => [
    key,
    tag(member, `${name}.${key.slice(0, 40)}`, inside),
  ]);
  return Object.hasOwn(value, TAG) ? tagged("object", entries) : Object.fromEntries(entries);
}

/** An object that `fromTagged` understands. */
export function tagged(type: string, of: JsonValue): JsonValue {
  return { [TAG]: type, of };
}

function isJsonNumber(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0);
}

function numberText(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

function notStorable(name: string, value: unknown): Error {
  return invalidInput(name, "JSON, bytes, a valid Date or a Document", value);
}

/** Whether it is an object without a class, from wherever. */
export function isPlainObject(value: unknown): value is Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A copy with each member mapped; `__proto__` is a member like any other. */
export function mapMembers<T>(members: object, map: (member: unknown) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(members).map(([key, member]) => [key, map(member)]));
}
