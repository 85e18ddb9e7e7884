import type { MemoryKind } from "../model/kind-fields.js";

/** Kind of the records of core blocks. */
export const CORE = "core";

const KEY = /^kinds\/([a-z_]{1,20})\/[0-9a-f-]{36}$/u;
const LABEL = /^[\p{L}\p{N}_-]{1,64}$/u;

/** Returns the start of the keys of a kind. */
export function keyPrefix(kind: MemoryKind): string {
  return `kinds/${kind}/`;
}

/** Makes a key for a new item, which no other one has. */
export function newItemKey(kind: MemoryKind): string {
  return `${keyPrefix(kind)}${crypto.randomUUID()}`;
}

/** Returns a key by the hash of an item: of two that are written at once, one fails. */
export function hashedItemKey(kind: MemoryKind, hash: string, number: number): string {
  const digits = `${hash.slice(0, 28)}${number.toString(16).padStart(4, "0")}`;
  return keyPrefix(kind) + digits.replace(/^(.{8})(.{4})(.{4})(.{4})/u, "$1-$2-$3-$4-");
}

/** Returns true for the key of an item of a kind. */
export function isItemKey(kind: MemoryKind, key: string | undefined): key is string {
  return key !== undefined && KEY.exec(key)?.[1] === kind;
}

/** Returns true for what can be the name of a block. */
export function isLabel(label: unknown): label is string {
  return typeof label === "string" && LABEL.test(label);
}
