import type { Embedder } from "../../contracts/embedder.js";
import type { SearchHit, SearchLeg, Selection } from "../../contracts/search.js";
import type { SpaceVector } from "../../contracts/vector-space.js";
import { embedTexts } from "../../embedding/embed-texts.js";
import { MemoryError } from "../../errors/memory-error.js";
import { SUPPORT_REACH } from "../../ranking/thread-support.js";
import { askedEmbedders } from "../embedding/spaces/asked-embedders.js";
import type { Engine } from "../engine.js";
import { choicesFor } from "./check-recall-query.js";
import type { CheckedQuery } from "./check-recall-query.js";
import { countToRerank } from "./rerank-hits.js";

/** A query's vector, and which embedder made it. */
export interface QueryVector extends SpaceVector {
  readonly embedder: Embedder;
}

/** What the legs found. */
export interface Found {
  /**
   * The scores of a hit are those of the vectors, in their order, then that of the text leg if it
   * was asked.
   */
  readonly hits: readonly SearchHit[];
  readonly vectors: readonly QueryVector[];
  /** Whether the text leg found anything. */
  readonly hasText: boolean;
}

/** What is searched for, and where. */
export interface CandidateSearch {
  readonly asked: CheckedQuery;
  /** `queryTerms` of what is asked. */
  readonly terms: readonly string[];
  readonly selection: Selection;
  /** Terms to look for beside those of the query. */
  readonly moreTerms: readonly string[];
  /** The query's vectors, if an earlier search of the same recall has made them. */
  readonly vectors?: readonly QueryVector[];
  readonly signal: AbortSignal | undefined;
}

/**
 * Candidates of each leg beside the memories asked for: more found no more in any development set
 * of one language.
 */
const SPARE_CANDIDATES = 10;
/**
 * By meaning more: where there are several languages, those of the question's own are nearer,
 * whatever they say.
 */
const SPARE_BY_MEANING = 80;
const MAX_CANDIDATES = 10_000;

/** Asks all legs at once: each space that recall asks, and the keywords. */
export async function findCandidates(engine: Engine, search: CandidateSearch): Promise<Found> {
  const { asked, selection, moreTerms, signal } = search;
  const vectors =
    search.vectors ?? (asked.mode === "keyword" ? [] : await embedQuery(engine, search));
  const terms = asked.mode === "semantic" ? [] : [...new Set([...search.terms, ...moreTerms])];
  const shown = Math.max(choicesFor(asked), countToRerank(engine, asked));
  const wanted = shown + asked.exclude.size;
  const deep = Math.min(wanted + SPARE_BY_MEANING, MAX_CANDIDATES);
  const legs: SearchLeg[] = vectors.map(({ space, values }) => {
    return { type: "vector", space: space.id, values, limit: deep };
  });
  if (terms.length > 0) legs.push({ type: "text", terms });
  if (legs.length === 0) return { hits: [], vectors, hasText: false };
  const limit = Math.min(wanted + SPARE_CANDIDATES, MAX_CANDIDATES);
  const request = { legs, selection, limit, around: supportReach(engine), aroundBest: limit };
  const hits = await engine.store.search(request, { signal });
  const hasText = terms.length > 0 && hits.some(({ scores }) => scores.at(-1) !== undefined);
  return { hits, vectors, hasText };
}

/** Threads are of no use where they do not count. */
function supportReach({ ranking }: Engine): number {
  return ranking.neighbourWeight > 0 || ranking.threadWeight > 0 ? SUPPORT_REACH : 0;
}

/**
 * The query's vector in each space that is asked, as far as embedders work; without any, a hybrid
 * recall goes on by keyword.
 */
async function embedQuery(
  engine: Engine,
  { asked, selection, signal }: CandidateSearch,
): Promise<readonly QueryVector[]> {
  const semantic = asked.mode === "semantic";
  if (engine.embedders.length === 0 && semantic) {
    throw new MemoryError(
      "invalid-input",
      'mode "semantic" needs an embedder: pass one to createMemory',
    );
  }
  const asking = await askedEmbedders(engine, { signal });
  const answers = await Promise.all(
    asking.map(async (embedder) => {
      const options = { purpose: "query", signal } as const;
      const { vectors, failure } = await embedTexts(embedder, [asked.text], options);
      return { embedder, vector: vectors[0], failure };
    }),
  );
  const vectors = answers.flatMap(({ embedder, vector }) =>
    vector ? [{ ...vector, embedder }] : [],
  );
  for (const { failure } of answers) {
    if (!failure) continue;
    if (semantic && vectors.length === 0) throw failure;
    const scope = selection.within[0] ?? [];
    engine.events.emit("degraded", {
      scope,
      during: "recall",
      reason: failure.message,
      cause: failure,
    });
  }
  return vectors;
}
