import { MemoryError } from "@kioku/core";
import type {
  EraseOptions,
  ErasureReport,
  ForgetOptions,
  ForgetTarget,
  Memory,
  Scope,
} from "@kioku/core";
import { isWithin, scopeToPath } from "@kioku/core/toolkit";

import { MAX_SCOPES_BELOW } from "../limits.js";

const PAGE = 1_000;

interface ScopesBelowOptions {
  readonly signal: AbortSignal;
  readonly isAllowed: (scope: Scope) => boolean;
  /** True to include scopes with nothing but history. */
  readonly ever: boolean;
}

/**
 * Returns views of a memory and of the allowed scopes below it, at most 256. Each is called by
 * itself, so that records of other scopes never affect the answer.
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
      `more than ${MAX_SCOPES_BELOW} granted scopes below; narrow the view with scope("…") first`,
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

/** Returns true if a target may reach below, which one id or one key does not. */
export function isMany(target: ForgetTarget): boolean {
  if (typeof target !== "object" || target === null) return false;
  return "filter" in target || "everything" in target;
}

/** Forgets in each scope by itself. Returns the number of records. */
export async function forgetScopes(
  views: readonly Memory[],
  target: ForgetTarget,
  options: ForgetOptions,
): Promise<number> {
  let forgotten = 0;
  for (const view of views) forgotten += await view.forget(target, { ...options, reach: "here" });
  return forgotten;
}

/** Erases in each scope by itself, each all or nothing. Returns the sum of the reports. */
export async function eraseScopes(
  views: readonly Memory[],
  target: ForgetTarget,
  options: EraseOptions,
): Promise<ErasureReport> {
  const { onProgress } = options;
  const reports: ErasureReport[] = [];
  let before = 0;
  for (const view of views) {
    let looked = 0;
    const counted = {
      onProgress: (count: number): unknown => {
        looked = count;
        return onProgress?.(before + count);
      },
    };
    const own = {
      ...options,
      ...(onProgress === undefined ? {} : counted),
      reach: "here",
    } as const;
    reports.push(await view.erase(target, own));
    before += looked;
  }
  return {
    records: reports.flatMap(({ records }) => records),
    derived: reports.flatMap(({ derived }) => derived),
    revisions: sum(reports, ({ revisions }) => revisions),
    vectors: sum(reports, ({ vectors }) => vectors),
    unreached: [...new Set(reports.flatMap(({ unreached }) => unreached))],
  };
}

function sum(reports: readonly ErasureReport[], count: (report: ErasureReport) => number): number {
  return reports.reduce((total, report) => total + count(report), 0);
}
