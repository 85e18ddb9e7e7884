import type { MemoryRecord } from "@kioku/core";
import { hashText } from "@kioku/core/toolkit";

import { KEYS } from "../model/kinds.js";
import { objectOf, textsOf } from "./json.js";

/** Most facts of one attribute, and of all attributes, that a run knows of a person. */
const MOST_OF_ONE = 12;
const MOST_OF_ALL = 120;

/** Keys of facts of one person, newest last. */
export interface SubjectKeys {
  readonly version: number;
  /** By attribute. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  readonly others: readonly string[];
  /** Number of others, also of those that are not kept here. */
  readonly count: number;
  /** When the newest of the others was said. */
  readonly newestAt: number;
  /** True if facts are not kept here that a list of the newest others would not bring. */
  readonly isCut: boolean;
  /** True if there are more others than are kept here. */
  readonly isLong: boolean;
  /** True if others differ in importance, or were not written in order of time. */
  readonly isMixed: boolean;
}

/** Returns the keys of the facts of a person that matter most. */
export function mainKeys({ attributes, others }: SubjectKeys): readonly string[] {
  const parts = [...attributes.values()].map((keys) => keys.slice(-MOST_OF_ONE));
  return [...makeRoom(parts, MOST_OF_ALL).flat(), ...others];
}

/** Returns the key of the record that keeps the keys of a person. */
export function subjectKey(subject: string): string {
  return KEYS.subject(hashText("mind-subject", subject));
}

/** Takes the oldest of the longest lists until there are few enough in all. */
export function makeRoom(
  lists: readonly (readonly string[])[],
  most: number,
): readonly (readonly string[])[] {
  let kept = lists;
  let all = lists.reduce((sum, { length }) => sum + length, 0);
  for (; all > most; all -= 1) {
    const longest = Math.max(...kept.map(({ length }) => length));
    const at = kept.findIndex(({ length }) => length === longest);
    kept = kept.map((some, index) => (index === at ? some.slice(1) : some));
  }
  return kept;
}

/** Reads the keys of a person. */
export function readKeys(record: MemoryRecord): SubjectKeys {
  const { attributes, others, count, newestAt, ...marks } = objectOf(record.value);
  const named = Object.entries(objectOf(attributes));
  return {
    version: record.version,
    attributes: new Map(named.map(([name, keys]) => [name, textsOf(keys)])),
    others: textsOf(others),
    count: typeof count === "number" ? count : 0,
    newestAt: typeof newestAt === "number" ? newestAt : 0,
    isCut: marks["isCut"] === true,
    isLong: marks["isLong"] === true,
    isMixed: marks["isMixed"] === true,
  };
}
