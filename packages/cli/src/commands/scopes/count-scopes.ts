import type { CallOptions, Memory, Scope } from "@kioku/core";

import { MEMORIES } from "../../command/selection.js";
import { viewOf } from "../../wire/find-memory.js";

/** Most memories that are read to count them, over all scopes. */
const MOST_READ = 200_000;
const PAGE = 1000;

/** A scope that holds memories. */
export interface CountedScope {
  readonly scope: Scope;
  /** Number of its memories, also of archived and replaced ones; absent once too many were read. */
  readonly memories?: number;
}

interface CountOptions extends CallOptions {
  readonly limit: number;
}

/** Yields the scopes at and below that of a memory with the numbers of their memories. */
export async function* countScopes(
  memory: Memory,
  { limit, signal }: CountOptions,
): AsyncGenerator<CountedScope> {
  let [left, read] = [limit, 0];
  let cursor: string | undefined;
  do {
    const page = await memory.scopes({ limit: Math.min(left, PAGE), cursor }, { signal });
    for (const scope of page.items) {
      const memories =
        read < MOST_READ ? await countScope(memory, { scope, signal, left: MOST_READ - read }) : 0;
      read += memories;
      yield read < MOST_READ ? { scope, memories } : { scope };
    }
    left -= page.items.length;
    ({ cursor } = page);
  } while (cursor !== undefined && left > 0);
}

async function countScope(
  memory: Memory,
  { scope, left, signal }: CallOptions & { readonly scope: Scope; readonly left: number },
): Promise<number> {
  const view = viewOf(memory, scope);
  let count = 0;
  let cursor: string | undefined;
  do {
    const query = { filter: MEMORIES, includeArchived: true, includeRetired: true } as const;
    const page = await view.list({ ...query, limit: PAGE, cursor }, { signal });
    count += page.items.length;
    ({ cursor } = page);
  } while (cursor !== undefined && count < left);
  return count;
}
