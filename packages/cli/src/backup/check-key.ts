import { MemoryError } from "@kioku/core";

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/u;
const MAX_LENGTH = 512;

/** Returns true for a key: names of `A-Z a-z 0-9 . _ -` with slashes between, no dot at first. */
export function isKey(key: string): boolean {
  return key.length <= MAX_LENGTH && key.split("/").every((segment) => SEGMENT.test(segment));
}

/** Refuses what is no key. */
export function checkKey(key: string): void {
  if (isKey(key)) return;
  const name = JSON.stringify(key.slice(0, 40));
  throw new MemoryError(
    "invalid-input",
    `the key ${name} must consist of A-Z a-z 0-9 . _ - and single slashes between them`,
  );
}

/** Refuses what no key can begin with. */
export function checkKeyPrefix(prefix: string): void {
  if (prefix !== "") checkKey(prefix.endsWith("/") ? prefix.slice(0, -1) : prefix);
}
