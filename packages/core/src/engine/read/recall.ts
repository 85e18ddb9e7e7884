import type { Operation } from "../../api/events.js";
import type { OmittedMemory, Recalled, RecalledMemory, RecallQuery } from "../../api/queries.js";
import { checkCallOptions } from "../../internal/check/check-inputs.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import { recordKey } from "../../internal/record-key.js";
import type { CallOptions } from "../../model/call-options.js";
import type { Predicate } from "../../model/filter.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { isTrusted } from "../../model/trust.js";
import type { Engine } from "../engine.js";
import { hookContext } from "../hooks/run-hook.js";
import { limitUntrusted, limitAllUntrusted, TRUSTED, untrustedLimit } from "../untrusted-share.js";
import { type CheckedQuery, checkRecallQuery } from "./check-recall-query.js";
import { diversify } from "./diversify.js";
import { engineAt } from "./engine-at.js";
import { embedQuery, findCandidates, type Found } from "./find-candidates.js";
import { findSearchable } from "./find-searchable.js";
import { preferNewer } from "./prefer-newer.js";
import { rateCandidates } from "./rate-candidates.js";
import { type PlanCall, planRecall, type RecallPlan } from "./recall-plan.js";
import { rerankHits } from "./rerank.js";
import { compareScored, readCandidates, scoreCandidates } from "./score-candidates.js";
import type { ReadCandidate, ScoredMemory } from "./score-candidates.js";
import { leftOut, NO_MATCH, NOT_RELEVANT, toRecalled } from "./to-recalled.js";

/** A call of `recall`. */
export interface RecallCall extends CallOptions {
  readonly scope: Scope;
  /** The verb that was called, for the hooks. */
  readonly operation: Operation;
  /** Checks the query. */
  readonly check?: typeof checkRecallQuery;
  /** Finds the memories of a checked query. */
  readonly find?: typeof recallOnce;
}

/** Memories that a recall found. */
export interface Answer {
  readonly memories: readonly RecalledMemory[];
  /** Only with `explain`. */
  readonly omitted: readonly OmittedMemory[] | undefined;
  /** False if nothing was there to choose from. */
  readonly hasCandidates: boolean;
}

/** Returns the best memories for a query, best first. */
export async function recall(
  engine: Engine,
  query: string | RecallQuery,
  call: RecallCall,
): Promise<Recalled> {
  const { scope, operation, check = checkRecallQuery, find = recallOnce, ...options } = call;
  checkCallOptions(options);
  const { signal } = options;
  const given = check(query);
  return engine.lifecycle.run(signal, async () => {
    const started = performance.now();
    const { hooks, events } = engine;
    const context = hooks.changesRecalls ? hookContext(engine, operation, call) : undefined;
    const changed = context && (await hooks.beforeRecall(given.query, context, check));
    const asked = !changed || changed === given.query ? given : check(changed);
    const found = await find(engine, asked, { scope, signal });
    // A plugin may hide memories, also those that were left out.
    const shown = async (memories: readonly RecalledMemory[]): Promise<readonly RecalledMemory[]> =>
      context ? hooks.afterRecall(memories, asked.query, context) : memories;
    const results = await shown(found.memories);
    const omitted = found.omitted && (await shown(found.omitted.map(({ memory }) => memory)));
    const about = {
      ...(results.length > 0 ? {} : { notice: found.hasCandidates ? NOT_RELEVANT : NO_MATCH }),
      omitted: found.omitted?.filter(({ memory }) => omitted?.includes(memory)),
    };
    const durationMs = performance.now() - started;
    const { notice } = about;
    const event = { scope, query: asked.query.query, results, ...(notice ? { notice } : {}) };
    events.emit("recalled", { ...event, durationMs });
    return toRecalled(results, about);
  });
}

/** Runs the steps of a recall in their order. A step that does not apply is left out. */
export async function recallOnce(now: Engine, asked: CheckedQuery, of: PlanCall): Promise<Answer> {
  const plan = await planRecall(now, asked, of);
  const { limits, selection, signal } = plan;
  const { knownAt } = asked.asOf;
  const search = asked.mode === "keyword" ? "words" : "all";
  const engine = await engineAt(now, { selection, knownAt, search, signal });
  const vectors = asked.mode === "keyword" ? [] : await embedQuery(engine, plan);
  const found = await findCandidates(engine, plan, vectors);
  const { scored, weak } = await scoreFound(engine, plan, found);
  const sound =
    engine.untrustedShare < 1 && scored.some(({ memory }) => !isTrusted(memory))
      ? await limitFlood(engine, plan, { found, scored })
      : scored;
  const hits = sound.map(({ memory }) => memory);
  const ranked = limits.reranked > 0 ? await rerankHits(engine, plan, hits) : hits;
  const allowed = ranked.every(isTrusted)
    ? ranked
    : limitUntrusted(ranked, untrustedLimit(engine.untrustedShare, limits.answer), (one) => one);
  const diverse =
    asked.diversity > 0
      ? await diversify(engine, plan, { memories: allowed, query: vectors[0] })
      : allowed;
  const best = diverse.slice(0, asked.limit);
  const memories = asked.neighbours > 0 ? await addNeighbours(engine, plan, best) : best;
  const hasCandidates = found.hits.some(
    ({ id, traits }) => traits !== undefined && !asked.exclude.has(id),
  );
  if (!asked.explain) return { memories, omitted: undefined, hasCandidates };
  const isLimited = new Set<RecalledMemory>(allowed);
  const good = new Map([...scored, ...sound].map(({ memory }) => [recordKey(memory), memory]));
  const omitted: readonly OmittedMemory[] = [
    ...leftOut([...good.values()], hits, () => "untrusted"),
    ...leftOut(ranked, best, (one) => (isLimited.has(one) ? "limit" : "untrusted")),
    ...weak.map(({ memory }) => ({ memory, reason: "relevance" as const })),
  ];
  return { memories, omitted, hasCandidates };
}

async function scoreFound(
  engine: Engine,
  plan: RecallPlan,
  found: Found,
): Promise<{ readonly scored: readonly ScoredMemory[]; readonly weak: readonly ScoredMemory[] }> {
  const rated = await rateCandidates(engine, plan, found);
  const chosen = await readCandidates(engine, plan, { rated, found });
  const extra = chosen.filter(({ isExtra }) => isExtra);
  const read = extra.length === 0 ? chosen : chosen.filter(({ isExtra }) => !isExtra);
  await preferNewer(engine, plan, { read, found });
  const isGood = ({ own }: ReadCandidate): boolean => own >= plan.minScore;
  const weak = [...read.filter((one) => !isGood(one)), ...extra];
  const good = weak.length === 0 ? read : read.filter(isGood);
  const scored = scoreCandidates(plan, good, rated.evidence);
  return { scored, weak: weak.length === 0 ? [] : scoreCandidates(plan, weak, rated.evidence) };
}

/** Limits untrusted ones to their share, and searches for those that a flood of them hid. */
async function limitFlood(
  engine: Engine,
  plan: RecallPlan,
  { found, scored }: { readonly found: Found; readonly scored: readonly ScoredMemory[] },
): Promise<readonly ScoredMemory[]> {
  const { selection, limits } = plan;
  const untrusted = scored.filter(({ memory }) => !isTrusted(memory));
  const most = untrustedLimit(engine.untrustedShare, limits.considered);
  if (untrusted.length <= most) return scored;
  const trustedCount = scored.length - untrusted.length;
  if (trustedCount + most >= limits.considered)
    return limitUntrusted(scored, most, ({ memory }) => memory);
  const where = and(parseFilter(TRUSTED), selection.where);
  const trusted = { ...plan, selection: { ...selection, where } };
  const more = await findCandidates(engine, trusted, found.vectors);
  // Words count as before even if only untrusted records have them: scores stay on one scale.
  const again = await scoreFound(engine, trusted, { ...more, hasText: found.hasText });
  return limitUntrusted(
    [...again.scored, ...untrusted].toSorted(compareScored),
    most,
    ({ memory }) => memory,
  );
}

/** Gives each memory the searchable records around it in its thread, within the untrusted share. */
async function addNeighbours(
  engine: Engine,
  { asked, selection, limits, signal }: RecallPlan,
  memories: readonly RecalledMemory[],
): Promise<readonly RecalledMemory[]> {
  if (memories.length === 0) return memories;
  const count = asked.neighbours;
  const request = { refs: memories, before: count, after: count, selection };
  const found = await engine.store.neighbours(request, { signal });
  const all = found.flatMap(({ before, after }) => [...before, ...after]);
  const searchable = new Set(await findSearchable(engine, all, { selection, signal }));
  const allowed = (record: MemoryRecord): boolean => searchable.has(record);
  const withNeighbours = memories.map((memory, index) => {
    const { before = [], after = [] } = found[index] ?? {};
    const neighbours = { before: before.filter(allowed), after: after.filter(allowed) };
    return { ...memory, neighbours };
  });
  const most = untrustedLimit(engine.untrustedShare, limits.answer);
  return limitAllUntrusted(withNeighbours, most);
}

/** Joins two conditions. */
export function and(first: Predicate, second: Predicate | undefined): Predicate {
  return second ? { type: "and", clauses: [first, second] } : first;
}
