import type { RecordId } from "../../model/record.js";
import { scopeToPath } from "../../model/scope.js";
import { calibrate } from "../../ranking/calibrate.js";
import type { Evidence } from "../../ranking/fuse.js";
import { comparableShare, countScripts } from "../../text/scripts.js";
import type { Engine } from "../engine.js";
import type { Found } from "./find-candidates.js";

/** A record that some leg found or that is beside one, and what the legs say of it. */
export interface Candidate extends RecordId, Evidence {
  /** Names the record among the candidates. */
  readonly name: string;
  /** Cosine similarity to the query in the space of the first embedder it has a vector of. */
  readonly similarity: number | undefined;
  /** Whether recall may return it; if not, it is here because it stands beside a match. */
  readonly isSearchable: boolean;
  /** Below 1 if it is not written in all scripts of the query. */
  readonly comparable: number;
  /** Names its thread. */
  readonly thread: string | undefined;
  /** Names the record before it in its thread. */
  readonly previous: string | undefined;
}

/** The candidates of a recall, and how much meaning counts among them. */
export interface Candidates {
  readonly found: readonly Candidate[];
  readonly meaningWeight: number;
}

/** Share of meaning where nobody measured: two good legs count alike. */
const DEFAULT_MEANING_WEIGHT = 0.5;

/** Puts the scores of all legs on scales that mean the same for every recall. */
export async function toCandidates(
  engine: Engine,
  found: Found,
  {
    terms,
    signal,
  }: { readonly terms: readonly string[]; readonly signal: AbortSignal | undefined },
): Promise<Candidates> {
  const { hits, vectors, hasText } = found;
  const scales = await Promise.all(
    vectors.map(({ embedder }) => engine.profiles.of(embedder, signal)),
  );
  const measured = scales[0]?.meaningWeight ?? DEFAULT_MEANING_WEIGHT;
  const isOneScope = hits.every(({ scope }) => scope === hits[0]?.scope);
  const asked = countScripts(terms.join(" "));
  const candidates = hits.map(({ scope, id, scores, scripts, thread, previous }): Candidate => {
    // Most recalls are in one scope, where an id is a name by itself.
    const path = isOneScope ? undefined : scopeToPath(scope);
    const leg = scales.findIndex((_, index) => scores[index] !== undefined);
    const scale = scales[leg];
    const similarity = scores[leg];
    return {
      scope,
      id,
      name: nameIn(path, id),
      similarity: scale && similarity,
      meaning: scale && similarity !== undefined ? calibrate(similarity, scale) : undefined,
      // Where the text leg found something, what it did not find has no keyword in common.
      textScore: hasText ? (scores[vectors.length] ?? 0) : undefined,
      isSearchable: scripts !== undefined,
      comparable: comparableShare(asked, scripts ?? 0),
      thread: thread === undefined ? undefined : nameIn(path, thread),
      previous: previous === undefined ? undefined : nameIn(path, previous),
    };
  });
  return { found: candidates, meaningWeight: engine.ranking.meaningWeight ?? measured };
}

function nameIn(path: string | undefined, name: string): string {
  return path === undefined ? name : `${name}\0${path}`;
}
