import type {
  CallOptions,
  EraseOptions,
  ErasureReport,
  ForgetOptions,
  ForgetTarget,
  MemoryRecord,
  RemovalOptions,
} from "@kioku/core";
import { checkObject, scopeToPath } from "@kioku/core/toolkit";

import { KINDS } from "../model/kinds.js";
import { hostAt, type MindHost } from "../model/mind-host.js";
import { retryConflicts, unlessConflict } from "../records/conflicts.js";
import { recordToEpisode } from "../records/episode-record.js";
import { readPages } from "../records/read-records.js";
import { rebuildMark } from "../run/rebuild.js";
import { refuseClaims } from "../run/refuse-claims.js";
import { type Derived, findDerived } from "./derived.js";

/** Records of one scope that go. */
interface Going {
  readonly host: MindHost;
  readonly records: readonly MemoryRecord[];
}

/** Forgets what a target names and what was made of it, so that it does not come back. */
export async function forgetAll(
  host: MindHost,
  target: ForgetTarget,
  options: ForgetOptions,
): Promise<number> {
  checkObject(options, "options");
  if (options.dryRun === true || isEverything(target)) return host.memory.forget(target, options);
  // Refuses what cannot be done before anything is marked.
  await host.memory.forget(target, { ...options, dryRun: true });
  const going = await refuseAll(host, target, options);
  const count = await host.memory.forget(target, options);
  for (const one of going) await forgetDerived(one, options);
  return count;
}

/** Erases what a target names and what was made of it, so that it does not come back. */
export async function eraseAll(
  host: MindHost,
  target: ForgetTarget,
  options: EraseOptions,
): Promise<ErasureReport> {
  checkObject(options, "options");
  if (options.dryRun === true || isEverything(target)) return host.memory.erase(target, options);
  const { onProgress: _, ...quiet } = options;
  await host.memory.erase(target, { ...quiet, dryRun: true });
  const going = await refuseAll(host, target, options);
  const derived: { readonly host: MindHost; readonly found: readonly Derived[] }[] = [];
  for (const { host: at, records } of going) {
    const found = await findDerived(at.memory, idsOf(records), options);
    derived.push({ host: at, found });
  }
  const report = await host.memory.erase(target, options);
  for (const { host: at, found } of derived) {
    // A run may have taken the mark of an episode that was whole until then.
    await markEpisodes(at, found, options);
    await rewriteAnew(at, found, options);
  }
  return report;
}

function isEverything(target: ForgetTarget): boolean {
  return typeof target === "object" && target !== null && "everything" in target;
}

/** Marks the sentences of the target, so that no run makes anything of them. */
async function refuseAll(
  host: MindHost,
  target: ForgetTarget,
  options: RemovalOptions,
): Promise<readonly Going[]> {
  const found = await findTarget(host, target, options);
  const byScope = Map.groupBy(found, ({ scope }) => scopeToPath(scope));
  const going = [...byScope.values()].map((records): Going => {
    return { host: hostAt(host, records[0]?.scope ?? host.memory.scopePath), records };
  });
  const kinds: ReadonlySet<string> = new Set([...host.kinds, KINDS.fact]);
  for (const { host: at, records } of going) {
    const named = records.filter(({ kind }) => kinds.has(kind));
    if (named.length > 0) await refuseClaims(at, named, { signal: options.signal });
  }
  return going;
}

async function findTarget(
  { memory }: MindHost,
  target: ForgetTarget,
  { reach = "here", signal }: RemovalOptions,
): Promise<readonly MemoryRecord[]> {
  if (typeof target === "string") return [(await memory.read(target, { signal })) ?? []].flat();
  if ("everything" in target) return [];
  const filter = "key" in target ? { "@key": target.key } : target.filter;
  const query = { filter, reach, includeRetired: true, includeArchived: true };
  const found: MemoryRecord[] = [];
  for await (const page of readPages(memory, query, { signal })) found.push(...page);
  return found;
}

/** Removes what was made of forgotten records, or leaves what other records prove. */
async function forgetDerived({ host, records }: Going, options: ForgetOptions): Promise<void> {
  const { signal, actor, cause = "its source was forgotten", purge = false } = options;
  const writing = { signal, actor, cause };
  await retryConflicts(async () => {
    const found = await findDerived(host.memory, idsOf(records), { signal });
    await markEpisodes(host, found, { signal });
    for (const { record, rewrite } of found) {
      const { id, version: ifVersion } = record;
      const isWritten = !purge && rewrite !== undefined;
      const receipt = isWritten && (await host.memory.remember(rewrite(ifVersion), writing));
      if (receipt !== false && receipt.status !== "rejected") continue;
      await host.memory.forget(id, { ...writing, purge, ifVersion });
    }
    if (purge) await rewriteAnew(host, found, options);
  });
}

/** Marks episodes to be made anew, also those that a run wrote in the meantime. */
async function markEpisodes(
  { memory }: MindHost,
  found: readonly Derived[],
  { signal }: CallOptions,
): Promise<void> {
  const marks = found.flatMap(({ record }) => {
    const episode = recordToEpisode(record);
    return episode ? [rebuildMark(episode)] : [];
  });
  if (marks.length > 0) await memory.rememberAll(marks, { signal });
}

/** Writes again what other records prove, without the history of the ones that are gone. */
async function rewriteAnew(
  { memory }: MindHost,
  found: readonly Derived[],
  { signal, actor, cause }: RemovalOptions,
): Promise<void> {
  for (const { rewrite } of found) {
    // Another process may have written it in the meantime.
    if (rewrite) await unlessConflict(memory.remember(rewrite(0), { signal, actor, cause }));
  }
}

function idsOf(records: readonly MemoryRecord[]): ReadonlySet<string> {
  return new Set(records.map(({ id }) => id));
}
