import { dotProduct } from "../../embed/unit-vector.js";
import { MemoryError } from "../../errors/memory-error.js";
import { compareText } from "../../model/compare-text.js";
import type { MemoryRecord } from "../../model/record.js";
import { scopeToPath } from "../../model/scope-path.js";
import { fuse } from "../../rank/fuse.js";
import type { ScoringResult } from "../../rank/scoring.js";
import type { SpaceVector } from "../../store/vector-space.js";
import { comparableShare, countScripts } from "../../text/scripts.js";
import { queryTerms } from "../../text/terms.js";
import type { Engine } from "../engine.js";
import type { RecalledMemory, RecallSignals } from "../recall-query.js";
import type { CheckedQuery } from "./check-recall-query.js";
import type { Candidate, Candidates } from "./find-candidates.js";

/** What scoring needs to know of the recall. */
export interface ScoreCall {
  readonly asked: CheckedQuery;
  readonly now: Date;
  readonly signal: AbortSignal | undefined;
}

/** Candidates read per memory asked for: factors can move up what fusion put lower. */
const READ_PER_HIT = 2;
const MIN_READ = 20;

interface Scored {
  readonly memory: RecalledMemory;
  /** Before it was cut to [0, 1]. */
  readonly rawScore: number;
}

/** Reads the records of the best candidates and scores them, best first; equal scores by id, then by scope. */
export async function scoreCandidates(
  engine: Engine,
  candidates: Candidates,
  { asked, now, signal }: ScoreCall,
): Promise<readonly RecalledMemory[]> {
  const scoring = asked.query.scoring ?? engine.scoring;
  const promising = chooseToRead(candidates, asked.limit);
  const [chosen, records] = await Promise.all([
    withSimilarities(engine, promising, { vector: candidates.vector, signal }),
    engine.store.get(promising, { now, signal }),
  ]);
  const scripts = countScripts(queryTerms(asked.text).join(" "));
  const scored = chosen.flatMap((candidate, index): readonly Scored[] => {
    const record = records[index];
    if (!record) return [];
    const comparable = comparableShare(scripts, record.content);
    const relevance = fuse({ ...candidate, comparable });
    const result = scoring.score({ record, relevance, now });
    if (!Number.isFinite(result.score)) {
      throw new MemoryError(
        "invalid-input",
        `scoring ${scoring.name} answered a score that is not a finite number`,
      );
    }
    const signals = asked.explain
      ? toSignals({ ...candidate, comparable, relevance }, result)
      : undefined;
    return [{ memory: toRecalled(record, result, signals), rawScore: result.score }];
  });
  return scored.toSorted(compareScored).map(({ memory }) => memory);
}

/**
 * The candidates worth reading: the most relevant ones as far as the legs can tell, and the nearest in meaning, which are in
 * another language perhaps.
 */
function chooseToRead({ found, mostOthers }: Candidates, limit: number): readonly Candidate[] {
  const count = Math.max(limit * READ_PER_HIT, MIN_READ);
  const rated = found.map((candidate) => {
    const similarity = candidate.similarity ?? mostOthers;
    return { candidate, similarity, relevance: fuse({ ...candidate, similarity }) };
  });
  const relevant = rated.toSorted((a, b) => b.relevance - a.relevance || compareIds(a, b));
  const nearest = rated.toSorted((a, b) => b.similarity - a.similarity || compareIds(a, b));
  const chosen = [...relevant.slice(0, count), ...nearest.slice(0, count)];
  return [...new Set(chosen.map(({ candidate }) => candidate))];
}

interface Rated {
  readonly candidate: Candidate;
  readonly similarity: number;
  readonly relevance: number;
}

function compareIds(a: Rated, b: Rated): number {
  return compareText(a.candidate.id, b.candidate.id);
}

/** What only the text leg found is compared with the query as well, so that no score depends on where a leg was cut. */
async function withSimilarities(
  engine: Engine,
  candidates: readonly Candidate[],
  given: { readonly vector: SpaceVector | undefined; readonly signal: AbortSignal | undefined },
): Promise<readonly Candidate[]> {
  const { vector, signal } = given;
  const missing = candidates.filter((candidate) => candidate.similarity === undefined);
  if (!vector || missing.length === 0) return candidates;
  const vectors = await engine.store.vectors(vector.space.id, missing, { signal });
  const similarities = new Map(
    missing.flatMap((candidate, index) => {
      const values = vectors[index];
      return values ? [[candidate, dotProduct(values, vector.values)] as const] : [];
    }),
  );
  return candidates.map((candidate) => {
    const similarity = similarities.get(candidate);
    return similarity === undefined ? candidate : { ...candidate, similarity };
  });
}

function toRecalled(
  record: MemoryRecord,
  { score }: ScoringResult,
  signals: RecallSignals | undefined,
): RecalledMemory {
  const shown = Math.min(Math.max(score, 0), 1);
  const memory = { ...record, score: shown, reason: "match" } as const;
  return signals ? { ...memory, signals } : memory;
}

function toSignals(
  {
    similarity,
    keyword,
    comparable,
    relevance,
  }: Candidate & { readonly comparable: number; readonly relevance: number },
  { factors }: ScoringResult,
): RecallSignals {
  return {
    ...(similarity === undefined ? {} : { similarity }),
    ...(keyword === undefined ? {} : { keyword }),
    ...(comparable === 1 ? {} : { comparable }),
    relevance,
    factors,
  };
}

function compareScored(a: Scored, b: Scored): number {
  return (
    b.rawScore - a.rawScore ||
    compareText(a.memory.id, b.memory.id) ||
    compareText(scopeToPath(a.memory.scope), scopeToPath(b.memory.scope))
  );
}
