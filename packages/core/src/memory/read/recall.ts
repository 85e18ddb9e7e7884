import type { CallOptions } from "../../model/call-options.js";
import type { Scope } from "../../model/scope.js";
import type { Selection } from "../../store/selection.js";
import { dateRangeTerms } from "../../text/dates/date-range-terms.js";
import { datesInQuery } from "../../text/dates/dates-in-query.js";
import { checkCallOptions } from "../check-call-options.js";
import type { Engine } from "../engine.js";
import type { RecalledMemory, RecallQuery } from "../recall-query.js";
import { addNeighbours } from "./add-neighbours.js";
import { toCandidates } from "./candidate.js";
import { checkRecallQuery } from "./check-recall-query.js";
import type { CheckedQuery } from "./check-recall-query.js";
import { diversify } from "./diversify.js";
import { findCandidates } from "./find-candidates.js";
import { rerankHits } from "./rerank-hits.js";
import { scoreCandidates } from "./score-candidates.js";

/** The best memories for a query, best first. */
export async function recall(
  engine: Engine,
  query: string | RecallQuery,
  call: CallOptions & { readonly scope: Scope },
): Promise<readonly RecalledMemory[]> {
  const { scope, ...options } = call;
  checkCallOptions(options);
  const { signal } = options;
  const given = checkRecallQuery(query);
  return engine.lifecycle.run(signal, async () => {
    const started = performance.now();
    const asked = checkRecallQuery(await engine.hooks.beforeRecall(given.query, { scope, signal }));
    const best = await findBest(engine, asked, { scope, signal });
    const results = await engine.hooks.afterRecall(best, asked.query, { scope, signal });
    const durationMs = performance.now() - started;
    engine.events.emit("recalled", { scope, query: asked.query.query, results, durationMs });
    return results;
  });
}

async function findBest(
  engine: Engine,
  asked: CheckedQuery,
  { scope, signal }: { readonly scope: Scope; readonly signal: AbortSignal | undefined },
): Promise<readonly RecalledMemory[]> {
  const now = engine.clock();
  const selection = toSelection(asked, { scope, now });
  const dates = engine.ranking.dateWeight > 0 ? await datesInQuery(asked.text, now) : [];
  const moreTerms = dates.flatMap((range) => dateRangeTerms(range));
  const found = await findCandidates(engine, { asked, selection, moreTerms, signal });
  const candidates = await toCandidates(engine, found, { text: asked.text, signal });
  const scored = await scoreCandidates(engine, candidates, { asked, now, dates, signal });
  const positive = scored.filter(({ rawScore }) => rawScore > 0).map(({ memory }) => memory);
  const ranked = await rerankHits(engine, positive, { asked, scope, signal });
  const good = ranked.filter((memory) => memory.score >= asked.minScore);
  const diverse = await diversify(engine, good, { asked, vectors: found.vectors, signal });
  const best = diverse.slice(0, asked.limit);
  return addNeighbours(engine, best, { count: asked.neighbours, selection, signal });
}

function toSelection(
  asked: CheckedQuery,
  given: { readonly scope: Scope; readonly now: Date },
): Selection {
  const { reach, kinds, where, includeArchived, validAt } = asked;
  const { scope, now } = given;
  return { within: [scope], reach, kinds, where, now, validAt: validAt ?? now, includeArchived };
}
