import type { Reach, Scope } from "@kioku/core";

import { testId } from "../test-records.js";
import { MANY_LOOK_ALIKES } from "./many-look-alikes.js";

/** Owner of a probed scope, and what tells its memories from all others. */
export interface Owner {
  readonly index: number;
  readonly scope: Scope;
  /**
   * In everything that is written into its scope, and in no argument of a probe of another scope.
   */
  readonly marker: string;
  /** A word that only its memories have, which others ask for. */
  readonly word: string;
  /** An id, key and idempotency key that only its scope has. */
  readonly id: string;
  readonly key: string;
  readonly idempotencyKey: string;
}

/** Scopes that a call may see and change. */
export interface Region {
  readonly scope: Scope;
  readonly reach: Reach;
}

const MARKER = /owner-\d{4}/gu;

/** The owners of the 200 scopes. */
export const OWNERS_OF_ALL: readonly Owner[] = MANY_LOOK_ALIKES.map((scope, index) => {
  const number = String(index).padStart(4, "0");
  const letters = number.replaceAll(/\d/gu, (digit) => "abcdefghij".charAt(Number(digit)));
  return {
    index,
    scope,
    marker: `owner-${number}`,
    word: `zq${letters}zq`,
    id: testId(900_000 + index),
    key: `only zq${letters}zq`,
    idempotencyKey: `once zq${letters}zq`,
  };
});

/**
 * Returns true if a region has this scope. Compares element by element, unlike engine and stores.
 */
export function covers(region: Region, scope: unknown): boolean {
  if (!Array.isArray(scope)) return false;
  const start = region.reach === "below" ? scope.slice(0, region.scope.length) : scope;
  return JSON.stringify(start) === JSON.stringify(region.scope);
}

/** The owners whose memories a region has. */
export function ownersIn(region: Region): readonly Owner[] {
  return OWNERS_OF_ALL.filter(({ scope }) => covers(region, scope));
}

/** The markers in a text. */
export function markersIn(text: string): readonly string[] {
  return text.match(MARKER) ?? [];
}

const MAX_DEPTH = 12;

/** Says what part of a value does not belong to a region; `undefined` if all of it does. */
export function findForeign(value: unknown, region: Region): string | undefined {
  const allowed = new Set(ownersIn(region).map(({ marker }) => marker));
  for (const [path, part] of partsOf(value, "it", 0)) {
    if (typeof part === "string") {
      const foreign = markersIn(part).find((marker) => !allowed.has(marker));
      if (foreign !== undefined) return `${path} holds what is of ${foreign}`;
    } else if (Array.isArray(part) && path.endsWith(".scope") && !covers(region, part)) {
      return `${path} is ${JSON.stringify(part)}`;
    }
  }
  return undefined;
}

/**
 * Every part of a value with its path: members, names of members, and what an error was caused by.
 */
function* partsOf(value: unknown, path: string, depth: number): Generator<[string, unknown]> {
  yield [path, value];
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return;
  if (value instanceof Error) {
    yield [`${path}.message`, value.message];
    yield* partsOf(value.cause, `${path}.cause`, depth + 1);
    return;
  }
  if (ArrayBuffer.isView(value)) return;
  for (const [name, member] of Object.entries(value)) {
    yield [`a name in ${path}`, name];
    yield* partsOf(member, `${path}.${name}`, depth + 1);
  }
}
