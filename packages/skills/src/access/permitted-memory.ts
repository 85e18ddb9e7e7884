import type { Memory } from "@kioku/core";

import { AccessState, type AccessRules } from "./access-state.js";
import { PermittedView } from "./permitted-view.js";

/**
 * Wraps a memory so that every verb keeps to the rules. Paths of grants are relative to `memory`.
 *
 * - A verb needs a grant to read or to write the scope of its view. With `reach: "below"`, and for
 *   `scopes` and `export`, it needs a grant with `reach: "below"`. Else it rejects with
 *   `not-permitted`; `on` and `export` throw it. `scope` refuses nothing.
 * - Verbs that reach below skip corners of other skills. `list`, `scopes`, `export` and `on` have
 *   cursors, counts and footers of their own. `recall`, `context`, `surface`, `forget` and `erase`
 *   call each granted scope by itself, at most 256, and merge as `layer` does. So `forget` and
 *   `erase` are all or nothing only within a scope.
 * - The event `operation` is refused, since its counts include calls of others.
 * - A skill that may not read learns nothing from its writes: receipts hold only what it gave, with
 *   id, version and time, and nothing is a `duplicate`. `import`, `dryRun` and an explicit `dedupe`
 *   need the grant to read as well. Versions, conflicts and counts still tell whether an id exists.
 * - Each write has the skill as its actor, and in its cause the path that `causePathOf` reads.
 * - Writes are counted before they are tried, even if they fail: one for each record of `remember`,
 *   `rememberAll`, `set`, `update` and `import`, for each id of `markUsed`, and for each call of
 *   `forget` and `erase`. Refused calls and dry runs do not count.
 * - Of a layered memory, views below keep the other layers only if the skill may read the shared
 *   memory: the scope of each, and nothing below it.
 * - The views know no embedder, so `embedderOf` finds none.
 */
export function permittedMemory(memory: Memory, rules: AccessRules): Memory {
  return new PermittedView(memory, new AccessState(memory, rules));
}
