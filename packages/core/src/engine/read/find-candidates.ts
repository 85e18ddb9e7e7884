import type { Embedder } from "../../contracts/embedder.js";
import type { SearchHits, SearchLeg } from "../../contracts/search.js";
import type { SpaceVector } from "../../contracts/write-op.js";
import { embedText } from "../../embedding/embed-texts.js";
import { wrongInput } from "../../internal/check/check.js";
import { SUPPORT_REACH } from "../../ranking/thread-support.js";
import { dateRangeTerms } from "../../text/dates/date-range.js";
import { TRAITS } from "../../text/traits.js";
import { askedEmbedders } from "../embedding/spaces/choose-embedders.js";
import type { Engine } from "../engine.js";
import { expandedLeg } from "./expand-query.js";
import type { RecallPlan } from "./recall-plan.js";

/** A query's vector, and the embedder that made it. */
export type QueryVector = SpaceVector & { readonly embedder: Embedder };

/** The answer of the store's search. */
export interface Found {
  /** Scores of a hit are those of the vectors, in order, then that of the text leg if asked. */
  readonly hits: SearchHits;
  readonly vectors: readonly QueryVector[];
  /** True if the text leg found anything. */
  readonly hasText: boolean;
  readonly talk: Talk;
}

/** Sort of what is searched: most of it by `people` with names; with an `assistant`; or neither. */
export type Talk = "people" | "assistant" | "notes";

/** Embeds the query for each space that is asked. Without a vector, a hybrid recall has words. */
export async function embedQuery(
  engine: Engine,
  { asked, scope, signal }: RecallPlan,
): Promise<readonly QueryVector[]> {
  const semantic = asked.mode === "semantic";
  if (engine.embedders.length === 0 && semantic) {
    throw wrongInput('mode "semantic" needs an embedder: pass one to createMemory');
  }
  const asking = await askedEmbedders(engine, { signal });
  const answers = await Promise.all(
    asking.map(async (embedder) => {
      const options = { purpose: "query", signal } as const;
      const { vectors, failure } = await embedText(embedder, asked.text, options);
      return { embedder, vector: vectors[0], failure };
    }),
  );
  const vectors = answers.flatMap(({ embedder, vector }) =>
    vector ? [{ ...vector, embedder }] : [],
  );
  for (const { failure } of answers) {
    if (!failure) continue;
    if (semantic && vectors.length === 0) throw failure;
    engine.events.degrade(failure, { scope, during: "recall" });
  }
  return vectors;
}

/** Searches by all legs at once: each vector, and the keywords. */
export async function findCandidates(
  { store, ranking }: Engine,
  { asked, terms, expanded, dates, selection, limits, signal }: RecallPlan,
  vectors: readonly QueryVector[],
): Promise<Found> {
  const legs: SearchLeg[] = vectors.map(({ space, values }) => {
    return { type: "vector", space: space.id, values, limit: limits.candidatesByMeaning };
  });
  const ofDates = dates.flatMap((range) => dateRangeTerms(range));
  const words = terms.length > 0 ? terms : [...new Set(ofDates)];
  const searched = asked.mode === "semantic" ? [] : words;
  if (searched.length > 0) legs.push(expandedLeg(searched, expanded, ofDates));
  if (legs.length === 0) return { hits: [], vectors, hasText: false, talk: "notes" };
  const limit = limits.candidates;
  const countsThreads = ranking.neighbourWeight > 0 || ranking.threadWeight > 0;
  const around = countsThreads ? SUPPORT_REACH : 0;
  const request = { legs, selection, limit, around, aroundBest: limit, inFull: true };
  const hits = await store.search(request, { signal });
  const hasText = searched.length > 0 && hits.some(({ scores }) => scores.at(-1) !== undefined);
  return { hits, vectors, hasText, talk: talkOf(hits) };
}

function talkOf(hits: SearchHits): Talk {
  let named = 0;
  for (const { traits = 0, speaker } of hits) {
    if ((traits & TRAITS.byAssistant) !== 0) return "assistant";
    if (speaker !== undefined) named += 1;
  }
  return named * 2 > hits.length ? "people" : "notes";
}
