import type { Memory } from "@kioku/core";

import type { Access } from "./grants.js";

/** A verb that does something with what a scope holds. */
export type GuardedVerb = Exclude<keyof Memory, "scopePath" | "scope">;

/**
 * What each verb does. Complete by its type: a verb that is new in core does not compile until it
 * is here.
 */
export const VERB_ACCESS: Readonly<Record<GuardedVerb, Access>> = {
  remember: "write",
  rememberAll: "write",
  recall: "read",
  context: "read",
  set: "write",
  get: "read",
  read: "read",
  update: "write",
  forget: "write",
  erase: "write",
  markUsed: "write",
  surface: "read",
  list: "read",
  history: "read",
  scopes: "read",
  export: "read",
  import: "write",
  on: "read",
};
