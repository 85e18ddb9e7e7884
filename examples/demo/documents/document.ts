import type { RememberInput } from "@kioku/core";
import { hashText } from "@kioku/core/toolkit";

/** Content of one file. */
export interface Document {
  /** Source of its memories: a path. */
  readonly source: string;
  /**
   * Each with a key that is unique among all documents, so that a changed part becomes a new
   * version.
   */
  readonly inputs: readonly (RememberInput & { readonly key: string })[];
}

/** Longest key and thread that core takes. */
const MAX_NAME = 512;

/** A name that core takes as a key or thread, and that differs wherever the given one does. */
export function fitName(name: string): string {
  if (name.length <= MAX_NAME) return name;
  return `${name.slice(0, MAX_NAME - 33)}…${hashText(name).slice(0, 32)}`;
}

/** Names that occur again get a number: `a`, `a-2`, `a-3`. */
export function uniqueNames(): (name: string) => string {
  const seen = new Map<string, number>();
  return (name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name}-${times}`;
  };
}
