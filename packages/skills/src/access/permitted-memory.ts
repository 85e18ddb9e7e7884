import type { Memory, MemoryEvents } from "@kioku/core";
import type { SkillPermissions } from "@kioku/core/toolkit";

import { AccessState } from "./access-state.js";
import { PermittedView } from "./permitted-view.js";

/** What one call of a skill may do with the memory, and how its writes are marked. */
export interface AccessRules {
  /** The actor of all writes. */
  readonly skill: string;
  /** Skills that led here, oldest first, this one excluded. */
  readonly trail: readonly string[];
  /** Each of these has to allow it; as `checkPermissions` returns them. */
  readonly permissions: readonly SkillPermissions[];
  /** Ends every call under way and refuses later ones: the skill's time is over. */
  readonly signal: AbortSignal;
  /** Counts writes; throws `limit-exceeded`. */
  readonly countWrites: (records: number) => void;
  /** Told when a handler of an event of the memory returned a promise that rejected. */
  readonly onHandlerFailure: (event: keyof MemoryEvents) => void;
}

/**
 * Wraps a memory so that every verb keeps to the rules: paths of scopes in them are relative to
 * `memory`.
 *
 * - A verb that reads needs a grant to read the scope of its view, one that writes a grant to write
 *   it. With `reach: "below"`, and for `scopes` and `export`, which reach below by default, it
 *   needs a grant with `reach: "below"`. `Grants` says what is whose. What is not granted is
 *   refused with `not-permitted`, by a rejection, and by `on` and `export` at once. `scope` refuses
 *   nothing: the views it makes do.
 * - What reaches below never tells of corners of other skills: `list`, `scopes`, `export` and `on`
 *   leave them out, with cursors, counts and footers of their own; `recall`, `context`, `surface`,
 *   `forget` and `erase` ask each scope that is granted by itself, at most 256 below the view, and
 *   merge as `layer` does. So `forget` and `erase` with `reach: "below"` are all or nothing scope
 *   by scope only, and scopes that hold nothing now are not asked about the past.
 * - The event `operation` is refused, since its counts are those of others' calls, too.
 * - Who may not read is not shown by a write what was there: records of receipts hold what the
 *   writer gave, id, version and time, and no more. What it remembers is not compared with what is
 *   there, so nothing is a `duplicate`. `import`, whose report counts what was there, `dryRun`, and
 *   a `dedupe` that is asked for need the grant to read as well. Whether a key or an id is there is
 *   told by versions, conflicts and counts all the same.
 * - Each write has the skill as its actor, whatever the call says, and the trail in its cause,
 *   where `trailOf` finds it.
 * - Writes are counted before they are tried, and count even if they fail: one for each record of
 *   `remember`, `rememberAll`, `set` and `update`, one for each id of `markUsed`, one for each
 *   record and tombstone of `import` as it comes, and one for each call of `forget` and `erase`,
 *   however much it removes. What is refused and what is a dry run does not count.
 * - Of a layered memory, views below are of the first layer only where the skill may not read the
 *   shared memory itself; else the other layers stay, as with `layer`, as part of the shared
 *   memory: the very scope of each, and nothing below or beside it. What reaches below reaches
 *   below the first layer, and `scopes` tells of that one only.
 *
 * The views it makes know no embedder, so `embedderOf` finds none.
 */
export function permittedMemory(memory: Memory, rules: AccessRules): Memory {
  return new PermittedView(memory, new AccessState(memory, rules));
}
