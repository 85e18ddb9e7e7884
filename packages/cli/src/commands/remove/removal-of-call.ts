import type { CallOptions, Filter, ForgetTarget, ListQuery, Memory, Reach } from "@kioku/core";

import { CliError, EXIT, usageError } from "../../command/cli-error.js";
import { filterOfFlags, MEMORIES } from "../../command/selection.js";
import { isId } from "../../show/short-id.js";
import { findMemory } from "../../wire/find-memory.js";

/** Target of a removal. */
export interface Removal {
  /** As `forget` and `erase` take it. */
  readonly target: ForgetTarget;
  /** Scopes of the target. */
  readonly reach: Reach;
  /** The same as a query of `list`. */
  readonly query: ListQuery;
}

/** Arguments and flags that say what to remove. */
interface RemovalCall {
  readonly args: readonly string[];
  readonly flags: {
    readonly kind: readonly string[];
    readonly filter: readonly string[];
    readonly everything: boolean;
    readonly below: boolean;
  };
}

interface RemovalOptions extends CallOptions {
  readonly memory: Memory;
  /** True to take whole ids of what is not there, too: there may be a history of it. */
  readonly takesGone: boolean;
}

/** Returns what the ids or the flags of a call name. @throws `CliError` unless it is clear. */
export async function removalOfCall(
  { args, flags }: RemovalCall,
  options: RemovalOptions,
): Promise<Removal> {
  const { kind: kinds, filter, everything, below } = flags;
  const isFiltered = kinds.length + filter.length > 0;
  const ways = [args.length > 0, isFiltered, everything].filter(Boolean).length;
  if (ways === 0) {
    throw usageError("what to remove is not said", "give ids, --kind, --filter or --everything");
  }
  if (ways > 1) {
    throw usageError("ids, --kind or --filter, and --everything exclude each other");
  }
  if (args.length > 0 && below) {
    throw usageError("--below is for --kind, --filter and --everything", "name the scope by -s");
  }
  const reach = below ? "below" : "here";
  if (everything) return removal({ everything: true }, reach, MEMORIES);
  if (!isFiltered) return removalOfIds(await findIds(args, options));
  const own = kinds.length === 0 ? [] : [{ "@kind": { $in: kinds } }];
  const where: Filter = { $and: [...own, ...[filterOfFlags({ filter }) ?? []].flat()] };
  return removal({ filter: where }, reach, where);
}

function removalOfIds(ids: readonly string[]): Removal {
  const [first = "", ...rest] = ids;
  const filter = { "@id": { $in: ids } };
  // One call for all of them, which is all or nothing.
  return removal(rest.length === 0 ? first : { filter }, "here", filter);
}

function removal(target: ForgetTarget, reach: Reach, filter: Filter): Removal {
  const query = { reach, filter, includeArchived: true, includeRetired: true };
  return { target, reach, query };
}

async function findIds(
  names: readonly string[],
  { memory, takesGone, signal }: RemovalOptions,
): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (const name of names) {
    try {
      ids.add((await findMemory(memory, name, { signal })).id);
    } catch (error) {
      const isGone = error instanceof CliError && error.exitCode === EXIT.notFound;
      if (!isGone || !takesGone || !isId(name)) throw error;
      ids.add(name);
    }
  }
  return [...ids];
}
