import type { Operation } from "../../api/events.js";
import type { PromptContext, PromptOptions } from "../../api/prompt-context.js";
import type { OmittedMemory, Recalled, RecalledMemory, RecallQuery } from "../../api/queries.js";
import { Slices } from "../../internal/async/timers.js";
import { checkCallOptions } from "../../internal/check/check-inputs.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import { recordKey } from "../../internal/record-key.js";
import type { CallOptions } from "../../model/call-options.js";
import type { Predicate } from "../../model/filter.js";
import { CONTEXT_LIMIT, MAX_LIMIT } from "../../model/limits.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { isTrusted } from "../../model/trust.js";
import { buildContextFor } from "../../prompt/build-context.js";
import { checkPromptOptions } from "../../prompt/check-prompt-options.js";
import { duplicateKeys } from "../../text/duplicate-keys.js";
import type { Engine } from "../engine.js";
import { hookContext } from "../hooks/run-hook.js";
import {
  limitUntrusted,
  limitUntrustedWithNeighbours,
  TRUSTED_ONLY,
  untrustedLimit,
} from "../untrusted-share.js";
import { type CheckedQuery, checkRecallQuery } from "./check-recall-query.js";
import { diversify } from "./diversify.js";
import { engineAt } from "./engine-at.js";
import { embedQuery, findCandidates, type Found } from "./find-candidates.js";
import { findSearchable } from "./find-searchable.js";
import { type Rated, rateCandidates } from "./rate-candidates.js";
import { type PlanCall, planRecall, type RecallPlan } from "./recall-plan.js";
import { rerankHits } from "./rerank.js";
import { compareScored, readCandidates, scoreCandidates } from "./score-candidates.js";
import type { ScoredMemory } from "./score-candidates.js";
import { leftOut, NO_MATCH, NOT_RELEVANT, toRecalled } from "./to-recalled.js";

/** A call of `recall`. */
export interface RecallCall extends CallOptions {
  readonly scope: Scope;
  /** The verb that was called, for the hooks. */
  readonly operation: Operation;
}

/** Memories that a recall found. */
interface Answer {
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
  const { scope, operation, ...options } = call;
  checkCallOptions(options);
  const { signal } = options;
  const given = checkRecallQuery(query);
  return engine.lifecycle.run(signal, async () => {
    const started = performance.now();
    const { hooks, events } = engine;
    const context = hooks.changesRecalls ? hookContext(engine, operation, call) : undefined;
    const changed = context && (await hooks.beforeRecall(given.query, context, checkRecallQuery));
    const asked = !changed || changed === given.query ? given : checkRecallQuery(changed);
    const find = operation === "context" ? recallDistinct : recallOnce;
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

/** Recalls memories and writes them as text of a prompt. */
export async function recallContext(
  engine: Engine,
  query: string | RecallQuery,
  call: PromptOptions & CallOptions & { readonly scope: Scope },
): Promise<PromptContext> {
  const { signal, scope, ...prompt } = call;
  checkPromptOptions(prompt);
  const asked = { limit: CONTEXT_LIMIT, ...(typeof query === "string" ? { query } : query) };
  const slices = new Slices();
  const found = await recall(engine, asked, { signal, scope, operation: "context" });
  await slices.pause();
  return buildContextFor(asked.query, found, prompt);
}

/** Returns the best memories with distinct texts, and their repetitions. */
async function recallDistinct(
  engine: Engine,
  asked: CheckedQuery,
  call: PlanCall,
): Promise<Answer> {
  const answer = asked.limit;
  for (let limit = answer; ; limit = Math.min(limit * 4, MAX_LIMIT)) {
    const found = await recallOnce(engine, { ...asked, limit }, { ...call, answer });
    const { memories } = found;
    const said = new Set<string>();
    for (const [index, key] of duplicateKeys(memories.map(({ content }) => content)).entries()) {
      said.add(key);
      if (said.size > answer) return { ...found, memories: memories.slice(0, index) };
    }
    if (said.size === answer || memories.length < limit || limit === MAX_LIMIT) return found;
  }
}

/** Runs the steps of a recall in their order. A step that does not apply is left out. */
export async function recallOnce(
  present: Engine,
  asked: CheckedQuery,
  call: PlanCall,
): Promise<Answer> {
  const plan = await planRecall(present, asked, call);
  const { limits, selection, signal } = plan;
  const { knownAt } = asked.asOf;
  const search = asked.mode === "keyword" ? "words" : "all";
  const engine = await engineAt(present, { selection, knownAt, search, signal });
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
  const isLimited = new Set<RecalledMemory>(allowed);
  const good = new Map([...scored, ...sound].map(({ memory }) => [recordKey(memory), memory]));
  return {
    memories,
    omitted: asked.explain
      ? [
          ...leftOut([...good.values()], hits, () => "untrusted"),
          ...leftOut(ranked, best, (one) => (isLimited.has(one) ? "limit" : "untrusted")),
          ...weak.map(({ memory }) => ({ memory, reason: "relevance" as const })),
        ]
      : undefined,
    hasCandidates: found.hits.some(
      ({ id, scripts }) => scripts !== undefined && !asked.exclude.has(id),
    ),
  };
}

async function scoreFound(
  engine: Engine,
  plan: RecallPlan,
  found: Found,
): Promise<{ readonly scored: readonly ScoredMemory[]; readonly weak: readonly ScoredMemory[] }> {
  const rated = await rateCandidates(engine, plan, found);
  const read = await readCandidates(engine, plan, rated);
  const isGood = ({ own }: Rated): boolean => own >= plan.asked.minScore;
  const weak = read.filter((one) => !isGood(one));
  const scored = scoreCandidates(plan, weak.length === 0 ? read : read.filter(isGood));
  return { scored, weak: weak.length === 0 ? [] : scoreCandidates(plan, weak) };
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
  if (trustedCount + most >= limits.considered) return limitUntrusted(scored, most, memoryOf);
  const trusted = { ...plan, selection: { ...selection, where: trustedOnly(selection.where) } };
  const more = await findCandidates(engine, trusted, found.vectors);
  // Words count as before even if only untrusted records have them: scores stay on one scale.
  const again = await scoreFound(engine, trusted, { ...more, hasText: found.hasText });
  return limitUntrusted([...again.scored, ...untrusted].toSorted(compareScored), most, memoryOf);
}

/** Gives each memory the searchable records around it in its thread, within the untrusted share. */
async function addNeighbours(
  engine: Engine,
  { asked, selection, limits, signal }: RecallPlan,
  memories: readonly RecalledMemory[],
): Promise<readonly RecalledMemory[]> {
  if (memories.length === 0) return memories;
  const count = asked.neighbours;
  const found = await engine.store.neighbours(
    { refs: memories, before: count, after: count, selection },
    { signal },
  );
  const all = found.flatMap(({ before, after }) => [...before, ...after]);
  const searchable = new Set(await findSearchable(engine, all, { selection, signal }));
  const allowed = (record: MemoryRecord): boolean => searchable.has(record);
  const withNeighbours = memories.map((memory, index) => {
    const { before = [], after = [] } = found[index] ?? {};
    const neighbours = { before: before.filter(allowed), after: after.filter(allowed) };
    return { ...memory, neighbours };
  });
  const most = untrustedLimit(engine.untrustedShare, limits.answer);
  return limitUntrustedWithNeighbours(withNeighbours, most);
}

function memoryOf({ memory }: ScoredMemory): RecalledMemory {
  return memory;
}

function trustedOnly(where: Predicate | undefined): Predicate {
  const trusted = parseFilter(TRUSTED_ONLY);
  return where ? { type: "and", clauses: [trusted, where] } : trusted;
}
