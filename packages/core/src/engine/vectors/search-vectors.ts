import type { RecalledMemory, RecallQuery } from "../../api/queries.js";
import type { SpaceVector } from "../../contracts/write-op.js";
import { chunk } from "../../internal/async/chunk.js";
import { checkMembers, checkNumber, checkText } from "../../internal/check/check.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import type { CallOptions } from "../../model/call-options.js";
import { DEFAULT_RECALL_LIMIT, MAX_CONTENT_LENGTH, MAX_LIMIT } from "../../model/limits.js";
import type { Scope } from "../../model/scope.js";
import { toStorableText } from "../../text/normalize.js";
import type { Engine } from "../engine.js";
import { hookContext } from "../hooks/run-hook.js";
import { type CheckedQuery, checkKinds, checkReach } from "../read/check-recall-query.js";
import { embedEach, inSpaceOfText, type OwnEmbedder, toSpaceVector } from "./own-vectors.js";
import type { VectorQuery } from "./vector-inputs.js";

const MAX_NEAREST = 10_000;

type CheckedSearch = Pick<CheckedQuery, "query" | "limit" | "kinds" | "where" | "reach">;

/** Returns the nearest records, nearest first. Plugins see it as a recall by meaning. */
export async function searchVectors(
  engine: Engine,
  given: VectorQuery,
  { embedder, maxTexts, scope, signal }: OwnEmbedder & CallOptions & { readonly scope: Scope },
): Promise<readonly RecalledMemory[]> {
  checkMembers(given, "query", ["query", "vector", "limit", "filter", "kinds", "reach"]);
  const { vector, ...search } = given;
  const own = vector === undefined ? undefined : toSpaceVector(embedder, vector, "query.vector");
  if (!own) checkText(search.query, "query.query", MAX_CONTENT_LENGTH);
  const query: RecallQuery = { ...search, query: search.query ?? "", mode: "semantic" };
  checkSearch(query);
  return engine.lifecycle.run(signal, async () => {
    const started = performance.now();
    const context = hookContext(engine, "recall", { scope, signal });
    const asked = checkSearch(await engine.hooks.beforeRecall(query, context, checkSearch));
    const text = toStorableText(asked.query.query);
    const isChanged = asked.query.query !== query.query;
    const [made] =
      own && !isChanged ? [own] : await embedEach(embedder, [text], { purpose: "query", signal });
    // The question is asked in the space of every text that the store knows.
    const spaces = maxTexts > 1 ? await engine.store.spaces({ signal }) : [];
    const known = new Set(spaces.map(({ id }) => id));
    const all = made
      ? Array.from({ length: maxTexts }, (_, index) => inSpaceOfText(made, index))
      : [];
    const vectors = maxTexts > 1 ? all.filter(({ space }) => known.has(space.id)) : all;
    const nearest = await findNearest(engine, asked, { vectors, scope, signal });
    const results = await engine.hooks.afterRecall(nearest, asked.query, context);
    const durationMs = performance.now() - started;
    engine.events.emit("recalled", { scope, query: asked.query.query, results, durationMs });
    return results;
  });
}

function checkSearch(query: RecallQuery): CheckedSearch {
  const { limit = DEFAULT_RECALL_LIMIT, kinds, filter, reach } = query;
  return {
    query,
    limit: checkNumber(limit, "query.limit", { min: 1, max: MAX_NEAREST, integer: true }),
    kinds: checkKinds(kinds),
    where: filter === undefined ? undefined : parseFilter(filter),
    reach: checkReach(reach),
  };
}

async function findNearest(
  { store, clock }: Engine,
  { limit, kinds, where, reach }: CheckedSearch,
  given: CallOptions & { readonly vectors: readonly SpaceVector[]; readonly scope: Scope },
): Promise<readonly RecalledMemory[]> {
  const { scope, signal, vectors } = given;
  if (vectors.length === 0) return [];
  const now = clock();
  const selection = { within: [scope], reach, kinds, where, now, validAt: now } as const;
  const legs = vectors.map(({ space, values }) => {
    return { type: "vector", space: space.id, values } as const;
  });
  const found = await store.search({ legs, selection, limit }, { signal });
  // A leg scores every hit, also one that is not among its best: so the best of all is known.
  const hits = found
    .map((hit) => ({ hit, similarity: Math.max(...hit.scores.map((score) => score ?? -1)) }))
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, limit);
  const memories: RecalledMemory[] = [];
  for (const part of chunk(hits, MAX_LIMIT)) {
    const refs = part.map(({ hit }) => hit);
    for (const [index, record] of (await store.get(refs, { now, signal })).entries()) {
      const similarity = part[index]?.similarity ?? 0;
      const score = Math.max(similarity, 0);
      const signals = { similarity, relevance: score, factors: {} };
      if (record) memories.push({ ...record, score, relevance: score, reason: "match", signals });
    }
  }
  return memories;
}
