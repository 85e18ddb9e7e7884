import { scopeToPath } from "@kioku/core/toolkit";
import type {
  CompleteStore,
  SearchHit,
  SearchLeg,
  SearchRequest,
  Selection,
  VectorSpace,
} from "@kioku/core/toolkit";

import { replace } from "../../src/support/replace.js";
import { allRecords, EVERYTHING, identityOf, mapOps, mapPuts } from "./break-store.js";
import type { Defect } from "./break-store.js";

/** Replaces the hits of every search. */
export function mapHits(
  store: CompleteStore,
  map: (hits: readonly SearchHit[], request: SearchRequest) => readonly SearchHit[],
): CompleteStore {
  return replace(store, {
    search: async (request, options) => map(await store.search(request, options), request),
  });
}

/** Replaces the legs of every search. */
function mapLegs(store: CompleteStore, map: (leg: SearchLeg) => SearchLeg): CompleteStore {
  return replace(store, {
    search: (request, options) =>
      store.search({ ...request, legs: request.legs.map((leg) => map(leg)) }, options),
  });
}

/** Replaces the scores of every hit. */
export function mapScores(store: CompleteStore, map: (score: number) => number): CompleteStore {
  return mapHits(store, (hits) =>
    hits.map((hit) => ({
      ...hit,
      scores: hit.scores.map((score) => (score === undefined ? undefined : map(score))),
    })),
  );
}

/** Returns the score of a hit by the first leg. */
function firstScore({ scores: [score = -Infinity] }: SearchHit): number {
  return score;
}

/** Replaces the terms of documents and of queries alike. */
export function mapTerms(store: CompleteStore, map: (term: string) => string): CompleteStore {
  const written = mapPuts(store, (op) =>
    typeof op.search === "object"
      ? { ...op, search: { ...op.search, terms: op.search.terms.map((term) => map(term)) } }
      : op,
  );
  return mapLegs(written, (leg) =>
    leg.type === "text" ? { ...leg, terms: [...new Set(leg.terms.map((term) => map(term)))] } : leg,
  );
}

/** Searches all of `wide`, and only then looks at what was selected. */
export function filterLate(
  store: CompleteStore,
  wide: (selection: Selection) => Selection,
): CompleteStore {
  return replace(store, {
    search: async (request, options) => {
      const hits = await store.search({ ...request, selection: wide(request.selection) }, options);
      const selected = await allRecords(store, { includeArchived: false, ...request.selection });
      const names = new Set(selected.map((record) => identityOf(record)));
      return hits.filter((hit) => names.has(identityOf(hit)));
    },
  });
}

/** Replaces the spaces of vectors that are written and searched. */
export function mapSpaces(
  store: CompleteStore,
  map: (space: VectorSpace) => VectorSpace,
): CompleteStore {
  const written = mapOps(store, (op) => {
    if (op.op === "embed") return { ...op, vector: { ...op.vector, space: map(op.vector.space) } };
    if (op.op !== "put" || typeof op.search !== "object") return op;
    const vectors = op.search.vectors.map((vector) => ({ ...vector, space: map(vector.space) }));
    return { ...op, search: { ...op.search, vectors } };
  });
  return mapLegs(written, (leg) =>
    leg.type === "vector"
      ? { ...leg, space: map({ id: leg.space, dimensions: leg.values.length }).id }
      : leg,
  );
}

export const scopesOnly = ({ within, reach }: Selection): Selection => ({
  within,
  reach,
  includeArchived: true,
});

/** Defects of `search`, and of what it searches. */
export const BROKEN_SEARCHES: readonly Defect[] = [
  ...["text search", "vector search"].map((group) => ({
    name: "applies conditions after the limit",
    group,
    breakStore: (store: CompleteStore) => filterLate(store, scopesOnly),
  })),
  ...["text search", "vector search"].map((group) => ({
    name: "looks at scopes after the limit",
    group,
    breakStore: (store: CompleteStore) => filterLate(store, () => EVERYTHING),
  })),
  ...["text search", "vector search"].map((group) => ({
    name: "has the worst first",
    group,
    breakStore: (store: CompleteStore) => mapHits(store, (hits) => hits.toReversed()),
  })),
  ...["text search", "vector search"].map((group) => ({
    name: "breaks ties by scope before id",
    group,
    breakStore: (store: CompleteStore) =>
      mapHits(store, (hits) =>
        hits.toSorted(
          (a, b) =>
            firstScore(b) - firstScore(a) || (scopeToPath(a.scope) < scopeToPath(b.scope) ? -1 : 1),
        ),
      ),
  })),
  {
    name: "needs all terms",
    group: "text search",
    breakStore: (store) =>
      replace(store, {
        search: async (request, options) => {
          const hits = await store.search(request, options);
          const [leg] = request.legs;
          if (leg?.type !== "text") return hits;
          const found: ReadonlySet<string>[] = [];
          for (const term of leg.terms) {
            const one = await store.search({ ...request, legs: [{ ...leg, terms: [term] }] });
            found.push(new Set(one.map((hit) => identityOf(hit))));
          }
          return hits.filter((hit) => found.every((names) => names.has(identityOf(hit))));
        },
      }),
  },
  {
    name: "still finds what was taken out of search",
    group: "text search",
    breakStore: (store) =>
      mapPuts(store, (op) => (op.search === "none" ? { ...op, search: "keep" } : op)),
  },
  {
    name: "loses what is kept in search",
    group: "text search",
    breakStore: (store) =>
      mapPuts(store, (op) => (op.search === "keep" ? { ...op, search: "none" } : op)),
  },
  {
    name: "has the statistics of all tenants",
    group: "text scores",
    breakStore: (store) => filterLate(store, () => EVERYTHING),
  },
  {
    name: "does not count repetitions",
    group: "text scores",
    breakStore: (store) =>
      mapPuts(store, (op) =>
        typeof op.search === "object"
          ? { ...op, search: { ...op.search, terms: [...new Set(op.search.terms)] } }
          : op,
      ),
  },
  ...(["weights", "originals"] as const).map((member): Defect => ({
    name: `ignores ${member} of terms`,
    group: "text scores",
    breakStore: (store) =>
      mapLegs(store, (leg) => (leg.type === "text" ? { ...leg, [member]: undefined } : leg)),
  })),
  {
    name: "has scores of its own",
    group: "text scores",
    breakStore: (store) => mapScores(store, (score) => score / 2),
  },
  {
    name: "folds accents",
    group: "text terms",
    breakStore: (store) =>
      mapTerms(store, (term) => term.normalize("NFD").replaceAll(/\p{M}/gu, "")),
  },
  {
    name: "stems",
    group: "text terms",
    breakStore: (store) => mapTerms(store, (term) => term.replace(/s$/u, "")),
  },
  {
    name: "drops punctuation",
    group: "text terms",
    breakStore: (store) => mapTerms(store, (term) => term.replaceAll(/[.@:+\-/]/gu, "")),
  },
  {
    name: "cuts long terms",
    group: "text terms",
    breakStore: (store) => mapTerms(store, (term) => term.slice(0, 63)),
  },
  {
    name: "takes at most a hundred terms",
    group: "text terms",
    breakStore: (store) =>
      mapLegs(store, (leg) =>
        leg.type === "text" ? { ...leg, terms: leg.terms.slice(0, 100) } : leg,
      ),
  },
  {
    name: "has distances for scores",
    group: "vector search",
    breakStore: (store) => mapScores(store, (score) => 1 - score),
  },
  {
    name: "has scores of quantised vectors",
    group: "vector search",
    breakStore: (store) => mapScores(store, (score) => Math.round(score * 127) / 127),
  },
  {
    name: "misses one in a hundred, as an index may",
    group: "vector search",
    breakStore: (store) =>
      mapHits(store, (hits, { legs: [leg] }) =>
        leg?.type === "vector" ? hits.filter((_, index) => index % 100 !== 99) : hits,
      ),
  },
  {
    name: "keeps the vectors of a text that has changed",
    group: "vectors of a record",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) => {
          const kept = ops.map(async (op) => {
            if (op.op !== "put" || typeof op.search !== "object") return op;
            const { vectors } = op.search;
            const old = (await store.spaces()).map(async (space) => {
              const [values] = await store.vectors(space.id, [op.record]);
              const isNew = vectors.some((vector) => vector.space.id === space.id);
              return values && !isNew ? [{ space, values }] : [];
            });
            const all = [...vectors, ...(await Promise.all(old)).flat()];
            return { ...op, search: { ...op.search, vectors: all } };
          });
          return store.write(await Promise.all(kept), options);
        },
      }),
  },
  {
    name: "drops all vectors with every entry",
    group: "vectors of a record",
    breakStore: (store) =>
      mapPuts(store, (op) =>
        typeof op.search === "object"
          ? {
              ...op,
              search: { ...op.search, textHash: `${op.search.textHash} ${op.record.version}` },
            }
          : op,
      ),
  },
  {
    name: "takes spaces of one width for one space",
    group: "spaces",
    breakStore: (store) =>
      mapSpaces(store, ({ dimensions }) => ({ id: `w${dimensions}`, dimensions })),
  },
  {
    name: "takes spaces for each other that differ in case",
    group: "spaces",
    breakStore: (store) =>
      mapSpaces(store, ({ id, dimensions }) => ({ id: id.toLowerCase(), dimensions })),
  },
  {
    name: "gives every width a space of its own",
    group: "spaces",
    breakStore: (store) =>
      mapSpaces(store, ({ id, dimensions }) => ({ id: `${id}#${dimensions}`, dimensions })),
  },
];
