import type { CallOptions } from "../../model/call-options.js";
import type { Scope } from "../../model/scope.js";
import type { Selection } from "../../store/selection.js";
import { checkCallOptions } from "../check-call-options.js";
import type { Engine } from "../engine.js";
import type { RecalledMemory, RecallQuery } from "../recall-query.js";
import { checkRecallQuery } from "./check-recall-query.js";
import type { CheckedQuery } from "./check-recall-query.js";
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
    const now = engine.clock();
    const selection = toSelection(asked, { scope, now });
    const candidates = await findCandidates(engine, { asked, selection, signal });
    const hits = await scoreCandidates(engine, candidates, { asked, now, signal });
    const ranked = await rerankHits(engine, hits, { asked, scope, signal });
    const best = ranked
      .filter(({ score }) => score > 0 && score >= asked.minScore)
      .slice(0, asked.limit);
    const results = await engine.hooks.afterRecall(best, asked.query, { scope, signal });
    const durationMs = performance.now() - started;
    engine.events.emit("recalled", { scope, query: asked.query.query, results, durationMs });
    return results;
  });
}

function toSelection(
  asked: CheckedQuery,
  given: { readonly scope: Scope; readonly now: Date },
): Selection {
  const { reach, kinds, where, includeArchived, validAt } = asked;
  const { scope, now } = given;
  return { within: [scope], reach, kinds, where, now, validAt: validAt ?? now, includeArchived };
}
