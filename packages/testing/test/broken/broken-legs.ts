import type { CompleteStore, SearchHit, SearchLeg, SearchRequest } from "@kioku/core/toolkit";

import { replace } from "../../src/support/replace.js";
import { identityOf, mapPuts, omit } from "./break-store.js";
import type { Defect } from "./break-store.js";
import { filterLate, mapHits, scopesOnly } from "./broken-searches.js";

/** Replaces requests that have several legs. */
function mapRequests(
  store: CompleteStore,
  map: (request: SearchRequest) => SearchRequest,
): CompleteStore {
  return replace(store, {
    search: (request, options) =>
      store.search(request.legs.length > 1 ? map(request) : request, options),
  });
}

/** Orders hits by a number, the greatest first, then by id. */
function orderBy(hits: readonly SearchHit[], value: (hit: SearchHit) => number): SearchHit[] {
  return hits.toSorted((a, b) => value(b) - value(a) || (a.id < b.id ? -1 : 1));
}

function knownScores({ scores }: SearchHit): number[] {
  return scores.filter((score) => score !== undefined);
}

function mapAllScores(
  store: CompleteStore,
  map: (hit: SearchHit, request: SearchRequest) => readonly (number | undefined)[],
): CompleteStore {
  return mapHits(store, (hits, request) =>
    hits.map((hit) => ({ ...hit, scores: map(hit, request) })),
  );
}

/** The hits of every leg alone. */
function askEach(
  store: CompleteStore,
  request: SearchRequest,
): Promise<readonly (readonly SearchHit[])[]> {
  return Promise.all(request.legs.map((leg) => store.search({ ...request, legs: [leg] })));
}

/** A store that answers a search as it did when it was first asked. */
function remember(store: CompleteStore): CompleteStore {
  const answers = new Map<string, readonly SearchHit[]>();
  return replace(store, {
    search: async (request, options) => {
      const question = JSON.stringify(request);
      const known = answers.get(question) ?? (await store.search(request, options));
      answers.set(question, known);
      return structuredClone(known);
    },
  });
}

/** Defects of searches with several legs. */
export const BROKEN_LEGS: readonly Defect[] = (
  [
    {
      name: "has one limit for all legs",
      breakStore: (store) =>
        replace(store, {
          search: ({ legs, ...request }, options) => {
            const alike = legs.map((leg) => ({ ...leg, limit: undefined }));
            return store.search({ ...request, legs: alike }, options);
          },
        }),
    },
    {
      name: "forgets traits",
      breakStore: (store) => mapHits(store, (hits) => hits.map((hit) => omit(hit, "traits"))),
    },
    {
      name: "says that nothing has any trait",
      breakStore: (store) => mapHits(store, (hits) => hits.map((hit) => ({ ...hit, traits: 0 }))),
    },
    {
      name: "forgets who said it",
      breakStore: (store) => mapHits(store, (hits) => hits.map((hit) => omit(hit, "speaker"))),
    },
    {
      name: "keeps the first speaker of a record",
      breakStore: (store) => {
        const first = new Map<string, string>();
        return mapHits(store, (hits) =>
          hits.map((hit) => {
            const speaker = first.get(identityOf(hit)) ?? hit.speaker;
            if (speaker === undefined) return hit;
            first.set(identityOf(hit), speaker);
            return { ...hit, speaker };
          }),
        );
      },
    },
    {
      name: "says that every match covers the whole query",
      breakStore: (store) =>
        mapHits(store, (hits) =>
          hits.map((hit) => (hit.coverage === undefined ? hit : { ...hit, coverage: 1 })),
        ),
    },
    {
      name: "keeps the first coverage of a record",
      breakStore: (store) => {
        const first = new Map<string, number>();
        return mapHits(store, (hits, { legs }) =>
          hits.map((hit) => {
            const key = `${identityOf(hit)} ${JSON.stringify(legs)}`;
            const coverage = first.get(key) ?? hit.coverage;
            if (coverage === undefined) return hit;
            first.set(key, coverage);
            return { ...hit, coverage };
          }),
        );
      },
    },
    {
      name: "counts only what it returns in its statistics",
      breakStore: (store) =>
        replace(store, {
          search: async (request, options) => {
            const hits = await store.search(request, options);
            const { statistics } = hits;
            if (!statistics) return hits;
            return Object.assign([...hits], {
              statistics: { ...statistics, documents: hits.length },
            });
          },
        }),
    },
    {
      name: "loses traits when a search entry is kept",
      breakStore: (store) => {
        const kept = new Set<string>();
        const written = mapPuts(store, (op) => {
          if (op.search === "keep") kept.add(identityOf(op.record));
          return op;
        });
        return mapHits(written, (hits) =>
          hits.map((hit) => (kept.has(identityOf(hit)) ? { ...hit, traits: 1 } : hit)),
        );
      },
    },
    {
      name: "loses the scores of the other leg for what one leg found",
      breakStore: (store) =>
        replace(store, {
          search: async (request, options) => {
            const hits = await store.search(request, options);
            const found = await askEach(store, request);
            const names = found.map((one) => new Set(one.map((hit) => identityOf(hit))));
            return hits.map((hit) => ({
              ...hit,
              scores: hit.scores.map((score, leg) =>
                names[leg]?.has(identityOf(hit)) ? score : undefined,
              ),
            }));
          },
        }),
    },
    {
      name: "limits all legs together",
      breakStore: (store) => mapHits(store, (hits, { limit }) => hits.slice(0, limit)),
    },
    {
      name: "divides the limit among the legs",
      breakStore: (store) =>
        mapRequests(store, (request) => ({
          ...request,
          limit: Math.ceil(request.limit / request.legs.length),
        })),
    },
    {
      name: "returns a record once for each leg that matches",
      breakStore: (store) =>
        mapHits(store, (hits) => hits.flatMap((hit) => knownScores(hit).map(() => hit))),
    },
    {
      name: "returns only what every leg matches",
      breakStore: (store) =>
        mapHits(store, (hits, { legs }) =>
          hits.filter((hit) => knownScores(hit).length === legs.length),
        ),
    },
    {
      name: "answers the first leg only",
      breakStore: (store) =>
        mapHits(store, (hits) => hits.filter(({ scores: [first] }) => first !== undefined)),
    },
    {
      name: "does not answer a leg if one before it has matches",
      breakStore: (store) =>
        replace(store, {
          search: async (request, options) => {
            const hits = await store.search(request, options);
            const each = await askEach(store, request);
            const first = each.find((found) => found.length > 0) ?? [];
            const names = new Set(first.map((hit) => identityOf(hit)));
            return hits.filter((hit) => names.has(identityOf(hit)));
          },
        }),
    },
    {
      name: "orders by the sum of the scores",
      breakStore: (store) =>
        mapHits(store, (hits) =>
          orderBy(hits, (hit) => knownScores(hit).reduce((sum, score) => sum + score, 0)),
        ),
    },
    {
      name: "orders by the best score",
      breakStore: (store) =>
        mapHits(store, (hits) => orderBy(hits, (hit) => Math.max(...knownScores(hit)))),
    },
    {
      name: "orders by the last leg",
      breakStore: (store) =>
        mapHits(store, (hits) => orderBy(hits, ({ scores }) => scores.at(-1) ?? -2)),
    },
    {
      name: "orders what the first leg does not match by the next one",
      breakStore: (store) =>
        mapHits(store, (hits) =>
          orderBy(hits, ({ scores }) => scores[0] ?? (scores[1] ?? -1) - 10),
        ),
    },
    {
      name: "has 0 where a leg does not match",
      breakStore: (store) => mapAllScores(store, ({ scores }) => scores.map((score) => score ?? 0)),
    },
    {
      name: "leaves out legs that do not match instead of saying so",
      breakStore: (store) => mapAllScores(store, (hit) => knownScores(hit)),
    },
    {
      name: "has the scores of text legs first",
      breakStore: (store) =>
        mapAllScores(store, ({ scores }, { legs }) => {
          const isText = (_: unknown, index: number): boolean => legs[index]?.type === "text";
          return [
            ...scores.filter(isText),
            ...scores.filter((score, index) => !isText(score, index)),
          ];
        }),
    },
    {
      name: "has scores that are shares of the best of their leg",
      breakStore: (store) =>
        mapHits(store, (hits, { legs }) => {
          const best = legs.map((_, leg) => Math.max(...hits.map((hit) => hit.scores[leg] ?? 0)));
          return hits.map((hit) => ({
            ...hit,
            scores: hit.scores.map((score, leg) => score && score / (best[leg] ?? 1)),
          }));
        }),
    },
    {
      name: "takes all vector legs for the first of them",
      breakStore: (store) =>
        mapRequests(store, (request) => takeForFirst(request, ({ type }) => type === "vector")),
    },
    {
      name: "takes all text legs for the first of them",
      breakStore: (store) =>
        mapRequests(store, (request) => takeForFirst(request, ({ type }) => type === "text")),
    },
    {
      name: "takes records of two scopes with the same id for one",
      breakStore: (store) =>
        mapHits(store, (hits) => [...new Map(hits.map((hit) => [hit.id, hit])).values()]),
    },
    {
      name: "applies conditions after the limit",
      breakStore: (store) => filterLate(store, scopesOnly),
    },
    {
      name: "answers a search with no matches in its last leg with nothing",
      breakStore: (store) =>
        mapHits(store, (hits) => {
          const matches = hits.filter(({ scores }) => scores.at(-1) !== undefined);
          return matches.length === 0 ? [] : hits;
        }),
    },
    {
      name: "lets a leg of the wrong width match nothing",
      breakStore: (store) =>
        replace(store, {
          search: (request, options) => store.search(request, options).catch(() => []),
        }),
    },
    { name: "answers as it did before", breakStore: remember },
    {
      name: "misses one in a hundred of the last leg",
      breakStore: (store) =>
        mapHits(store, (hits) =>
          hits.filter(({ scores: [first] }, index) => first !== undefined || index % 100 !== 99),
        ),
    },
  ] satisfies readonly Omit<Defect, "group">[]
).map((defect) => ({ ...defect, group: "search legs" }));

function takeForFirst(request: SearchRequest, isMeant: (leg: SearchLeg) => boolean): SearchRequest {
  const first = request.legs.find((leg) => isMeant(leg));
  return { ...request, legs: request.legs.map((leg) => (first && isMeant(leg) ? first : leg)) };
}
