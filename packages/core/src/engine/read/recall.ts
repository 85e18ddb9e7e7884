import type { Operation } from "../../api/events.js";
import type { RecallQuery, RecalledMemory } from "../../api/queries.js";
import type { Selection } from "../../contracts/search.js";
import { Slices } from "../../internal/async/slices.js";
import { checkCallOptions } from "../../internal/check/check-inputs.js";
import type { CallOptions } from "../../model/call-options.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { Scope } from "../../model/scope.js";
import { datesInQuery } from "../../text/dates/dates-in-query.js";
import { queryTermParts } from "../../text/terms.js";
import type { Engine } from "../engine.js";
import { hookContext } from "../hooks/hook-context.js";
import {
  limitUntrusted,
  limitUntrustedWithNeighbours,
  untrustedPlaces,
} from "../untrusted-share.js";
import { addNeighbours } from "./add-neighbours.js";
import { checkRecallQuery } from "./check-recall-query.js";
import type { CheckedQuery } from "./check-recall-query.js";
import { diversify } from "./diversify.js";
import { engineAt } from "./engine-at.js";
import { findScored } from "./find-scored.js";
import { rerankHits } from "./rerank-hits.js";
import { takeDistinct } from "./take-distinct.js";

/** What the read path takes. */
export interface RecallCall extends CallOptions {
  readonly scope: Scope;
  /** The verb that was called, for the hooks. */
  readonly operation: Operation;
}

/** The best memories for a query, best first. */
export async function recall(
  engine: Engine,
  query: string | RecallQuery,
  call: RecallCall,
): Promise<readonly RecalledMemory[]> {
  const { scope, operation, ...options } = call;
  checkCallOptions(options);
  const { signal } = options;
  const given = checkRecallQuery(query);
  return engine.lifecycle.run(signal, async () => {
    const started = performance.now();
    const context = hookContext(engine, operation, call);
    const changed = await engine.hooks.beforeRecall(given.query, context, checkRecallQuery);
    const asked = changed === given.query ? given : checkRecallQuery(changed);
    const find = operation === "context" ? findDistinct : findBest;
    const best = await find(engine, asked, { scope, signal });
    const results = await engine.hooks.afterRecall(best, asked.query, context);
    const durationMs = performance.now() - started;
    engine.events.emit("recalled", { scope, query: asked.query.query, results, durationMs });
    return results;
  });
}

interface FindCall {
  readonly scope: Scope;
  readonly signal: AbortSignal | undefined;
  /** How many memories the answer is to have, where more are looked at. */
  readonly places?: number;
}

/**
 * The best that say something else each, and what repeats them: what has been said in fifty
 * conversations takes one place of a prompt. Looks further only if repetitions took places.
 */
async function findDistinct(
  engine: Engine,
  asked: CheckedQuery,
  call: FindCall,
): Promise<readonly RecalledMemory[]> {
  for (let limit = asked.limit; ; limit = Math.min(limit * 4, MAX_LIMIT)) {
    const found = await findBest(engine, { ...asked, limit }, { ...call, places: asked.limit });
    const { memories, isFull } = takeDistinct(found, asked.limit);
    if (isFull || found.length < limit || limit === MAX_LIMIT) return memories;
  }
}

async function findBest(
  present: Engine,
  asked: CheckedQuery,
  { scope, signal, places: wanted = asked.limit }: FindCall,
): Promise<readonly RecalledMemory[]> {
  const selection = toSelection(asked, { scope, now: present.clock() });
  const { knownAt } = asked.asOf;
  const search = asked.mode === "keyword" ? "words" : "all";
  const engine = await engineAt(present, { selection, knownAt, search, signal });
  const now = engine.clock();
  const dates = engine.ranking.dateWeight > 0 ? await datesInQuery(asked.text, now) : [];
  const terms = await termsOf(asked.text);
  const found = await findScored(engine, { asked, terms, selection, now, dates, signal });
  const scored = found.scored.map(({ memory }) => memory);
  const ranked = await rerankHits(engine, scored, { asked, scope, signal });
  const good = ranked.filter((memory) => memory.score >= asked.minScore);
  const places = untrustedPlaces(engine.untrustedShare, wanted);
  const allowed = limitUntrusted(good, places, (memory) => memory);
  const diverse = await diversify(engine, allowed, { asked, vectors: found.vectors, signal });
  const best = diverse.slice(0, asked.limit);
  const around = { count: asked.neighbours, selection, signal };
  return limitUntrustedWithNeighbours(await addNeighbours(engine, best, around), places);
}

/** Returns `queryTerms` of a text. Others can work while a long one is read. */
async function termsOf(text: string): Promise<readonly string[]> {
  const slices = new Slices();
  const parts = queryTermParts(text);
  for (;;) {
    const part = parts.next();
    if (part.done) return part.value;
    const pause = slices.pause();
    if (pause) await pause;
  }
}

function toSelection(
  asked: CheckedQuery,
  given: { readonly scope: Scope; readonly now: Date },
): Selection {
  const { reach, kinds, where, includeArchived } = asked;
  const { scope, now } = given;
  const { knownAt = now, validAt = now } = asked.asOf;
  return { within: [scope], reach, kinds, where, now: knownAt, validAt, includeArchived };
}
