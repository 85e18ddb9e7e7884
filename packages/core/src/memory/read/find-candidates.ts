import { embedTexts } from "../../embed/embed-texts.js";
import { MemoryError } from "../../errors/memory-error.js";
import { scopeToPath } from "../../model/scope-path.js";
import type { SearchHit } from "../../store/search.js";
import type { Selection } from "../../store/selection.js";
import type { SpaceVector } from "../../store/vector-space.js";
import type { RecordId } from "../../store/write-op.js";
import { queryTerms } from "../../text/terms.js";
import type { Engine } from "../engine.js";
import type { CheckedQuery } from "./check-recall-query.js";

/** A record that some leg found, and what the legs say of it. */
export interface Candidate extends RecordId {
  readonly similarity?: number;
  readonly keyword?: number;
}

/** What the legs found. */
export interface Candidates {
  readonly found: readonly Candidate[];
  /** The query's vector, if there is one. */
  readonly vector?: SpaceVector;
  /** No candidate without a similarity has more than this. */
  readonly mostOthers: number;
}

/** What is searched for, and where. */
export interface CandidateSearch {
  readonly asked: CheckedQuery;
  readonly selection: Selection;
  readonly signal: AbortSignal | undefined;
}

/** Candidates of each leg per memory asked for, and beside them: more found no more in any development set. */
const CANDIDATES_PER_HIT = 2;
const SPARE_CANDIDATES = 40;
const MAX_CANDIDATES = 10_000;

/** Asks the legs at once and puts their answers together, in no particular order. */
export async function findCandidates(engine: Engine, search: CandidateSearch): Promise<Candidates> {
  const { asked } = search;
  const wanted = asked.limit * CANDIDATES_PER_HIT + SPARE_CANDIDATES + asked.exclude.size;
  const limit = Math.min(wanted, MAX_CANDIDATES);
  const [vector, byText] = await Promise.all([
    asked.mode === "keyword" ? undefined : embedQuery(engine, search),
    asked.mode === "semantic" ? undefined : searchText(engine, search, limit),
  ]);
  const byVector = vector ? await searchVector(engine, search, { vector, limit }) : undefined;
  const found = merge(byVector, byText, asked.exclude);
  const mostOthers = byVector?.at(-1)?.score ?? 0;
  return { found, mostOthers, ...(vector ? { vector } : {}) };
}

/** The query's vector; without one a hybrid recall goes on by keyword and says so. */
async function embedQuery(
  engine: Engine,
  search: CandidateSearch,
): Promise<SpaceVector | undefined> {
  const { asked, signal, selection } = search;
  const semantic = asked.mode === "semantic";
  if (!engine.embedder) {
    if (!semantic) return undefined;
    throw new MemoryError(
      "invalid-input",
      'mode "semantic" needs an embedder: pass one to createMemory',
    );
  }
  const { vectors, failure } = await embedTexts(engine.embedder, [asked.text], {
    purpose: "query",
    signal,
  });
  if (failure && semantic) throw failure;
  if (failure) {
    const scope = selection.within[0] ?? [];
    engine.events.emit("degraded", {
      scope,
      during: "recall",
      reason: failure.message,
      cause: failure,
    });
  }
  return vectors[0];
}

async function searchText(
  engine: Engine,
  { asked, selection, signal }: CandidateSearch,
  limit: number,
): Promise<readonly SearchHit[]> {
  const terms = queryTerms(asked.text);
  if (terms.length === 0) return [];
  return engine.store.search({ leg: { type: "text", terms }, selection, limit }, { signal });
}

async function searchVector(
  engine: Engine,
  { selection, signal }: CandidateSearch,
  given: { readonly vector: SpaceVector; readonly limit: number },
): Promise<readonly SearchHit[]> {
  const { space, values } = given.vector;
  const leg = { type: "vector", space: space.id, values } as const;
  return engine.store.search({ leg, selection, limit: given.limit }, { signal });
}

/** One candidate per record. Where the text leg found something, what it did not find has no keyword in common. */
function merge(
  byVector: readonly SearchHit[] | undefined,
  byText: readonly SearchHit[] | undefined,
  exclude: ReadonlySet<string>,
): readonly Candidate[] {
  const found = new Map<string, RecordId & { similarity?: number; keyword?: number }>();
  const keyword = byText && byText.length > 0 ? { keyword: 0 } : {};
  for (const { scope, id, score } of byVector ?? []) {
    found.set(`${id}${scopeToPath(scope)}`, { scope, id, similarity: score, ...keyword });
  }
  for (const { scope, id, score } of byText ?? []) {
    const name = `${id}${scopeToPath(scope)}`;
    found.set(name, { scope, id, ...found.get(name), keyword: score });
  }
  return [...found.values()].filter((candidate) => !exclude.has(candidate.id));
}
