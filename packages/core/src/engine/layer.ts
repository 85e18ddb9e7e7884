import type { Memory } from "../api/memory.js";
import { checkMethods } from "../internal/check/check.js";
import { LayeredMemory } from "./layer/layered-memory.js";

type Verb = Exclude<keyof Memory, "scopePath">;

/** Complete by its type, so that no verb can be forgotten. */
const VERBS: Readonly<Record<Verb, true>> = {
  scope: true,
  remember: true,
  rememberAll: true,
  recall: true,
  context: true,
  set: true,
  get: true,
  read: true,
  update: true,
  forget: true,
  erase: true,
  markUsed: true,
  surface: true,
  list: true,
  history: true,
  scopes: true,
  export: true,
  import: true,
  on: true,
};

/**
 * Several memories as one: `layer(session, user, team)` reads all of them and writes to the first.
 * They may be views of one memory or of several, with stores and embedders of their own, and layers
 * themselves.
 *
 * - `recall`, `context` and `surface` ask all layers at once and merge by score. What several
 *   layers say is there once, from the earliest layer that can be trusted as much; `limit` and the
 *   share of untrusted memories, the least of all layers, hold for the merged answer.
 * - `get`, `read` and `history` give what the first layer has that has anything.
 * - `list` and `scopes` page through all layers in one order. A record that several layers hold at
 *   one place in that order is there once. `on` hears of all layers.
 * - Every other verb is the first layer's: `markUsed`, for one, passes over the ids of other
 *   layers. `scope` narrows the first layer and keeps the others.
 *
 * A layer that fails makes the call fail.
 * @throws `invalid-input` for a layer that is no memory.
 */
export function layer(first: Memory, ...rest: readonly Memory[]): Memory {
  for (const [index, memory] of [first, ...rest].entries()) {
    checkMethods(memory, `layer ${index + 1}`, Object.keys(VERBS));
  }
  return new LayeredMemory(first, rest);
}
