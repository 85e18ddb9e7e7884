import { MemoryError } from "@kioku/core";
import type { Memory, Scope } from "@kioku/core";
import { isWithin, scopeToPath } from "@kioku/core/toolkit";

import { MAX_SCOPES_BELOW } from "../limits.js";

const PAGE = 1_000;

/** Which scopes are looked for. */
export interface ScopesBelowOptions {
  readonly signal: AbortSignal;
  readonly isAllowed: (scope: Scope) => boolean;
  /** Also those that only history is left of. */
  readonly ever: boolean;
}

/**
 * Views of the scopes below a memory that may be asked, itself first. Each is asked by itself: so
 * whatever is written meanwhile, nothing of the others comes near the answer, and none of them
 * changes what place it has in it.
 * @throws `limit-exceeded` where there are more than 256.
 */
export async function scopesBelow(
  memory: Memory,
  options: ScopesBelowOptions,
): Promise<readonly Memory[]> {
  const own = memory.scopePath;
  const found = new Map<string, Scope>();
  for await (const scope of options.ever
    ? scopesEver(memory, options)
    : scopesNow(memory, options)) {
    if (!isWithin(scope, own) || scope.length === own.length || !options.isAllowed(scope)) continue;
    found.set(scopeToPath(scope), scope);
    if (found.size <= MAX_SCOPES_BELOW) continue;
    throw new MemoryError(
      "limit-exceeded",
      `there are more than ${MAX_SCOPES_BELOW} scopes below that this skill is granted; narrow the view with scope("…") first`,
    );
  }
  const views = [...found.values()].map((scope) => {
    const [first, ...rest] = scope.slice(own.length);
    return first === undefined ? memory : memory.scope(first, ...rest);
  });
  return [memory, ...views];
}

async function* scopesNow(memory: Memory, { signal }: ScopesBelowOptions): AsyncGenerator<Scope> {
  let cursor: string | undefined;
  do {
    const page = await memory.scopes({ limit: PAGE, cursor }, { signal });
    yield* page.items;
    ({ cursor } = page);
  } while (cursor !== undefined);
}

async function* scopesEver(memory: Memory, { signal }: ScopesBelowOptions): AsyncGenerator<Scope> {
  for await (const line of memory.export({ reach: "below", signal })) {
    if (line.type === "record") yield [...memory.scopePath, ...line.scope];
  }
}
