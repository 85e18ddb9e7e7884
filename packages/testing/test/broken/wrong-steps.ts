import { compareText } from "@kioku/core/toolkit";
import type { ListRequest } from "@kioku/core/toolkit";

import { RIGHT_STEPS, timeOf, widen } from "./around-in-steps.js";
import type { AroundSteps } from "./around-in-steps.js";
import { allRecords, EVERYTHING, identityOf } from "./break-store.js";

/** All records that could have a vector: there is none in this space. */
const SEARCHABLE: ListRequest = { ...EVERYTHING, missingVectorIn: "no such space" };

/** Stores that do one step wrong. */
export const WRONG_STEPS: readonly (Partial<AroundSteps> & { readonly name: string })[] = [
  { name: "adds nothing around a match", reach: () => [0, 0] },
  { name: "adds one too many", reach: (around) => [around + 1, around + 1] },
  { name: "adds one on each side, however many were asked for", reach: () => [1, 1] },
  { name: "adds what comes before only", reach: (around) => [around, 0] },
  { name: "adds what comes after only", reach: (around) => [0, around] },
  { name: "adds at most nine", reach: (around) => [Math.min(around, 9), Math.min(around, 9)] },
  { name: "looks around the best match only", matches: (hits) => hits.slice(0, 1) },
  { name: "looks around all matches, however few were asked for", matches: (hits) => hits },
  {
    name: "counts the best of all legs together",
    matches: (hits, request) =>
      RIGHT_STEPS.matches(hits, request).slice(0, request.aroundBest ?? hits.length),
  },
  {
    name: "looks around the matches of the first leg only",
    matches: (hits) => hits.filter(({ scores: [first] }) => first !== undefined),
  },
  {
    name: "looks around records that have all scores only",
    matches: (hits) => hits.filter(({ scores }) => !scores.includes(undefined)),
  },
  { name: "goes from one thread to another", threadOf: ({ scope }) => JSON.stringify(scope) },
  { name: "goes from one scope to another", threadOf: ({ thread }) => thread },
  {
    name: "takes threads for each other that differ in case",
    threadOf: ({ scope, thread }) =>
      thread === undefined ? undefined : JSON.stringify([scope, thread.toLowerCase()]),
  },
  {
    name: "takes threads for each other that differ in blanks",
    threadOf: ({ scope, thread }) =>
      thread === undefined ? undefined : JSON.stringify([scope, thread.trim()]),
  },
  {
    name: "takes records without a thread for a thread",
    threadOf: ({ scope, thread }) => JSON.stringify([scope, thread]),
  },
  {
    name: "orders a thread by createdAt",
    order: (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || compareText(a.id, b.id),
  },
  { name: "orders a thread by id", order: (a, b) => compareText(a.id, b.id) },
  { name: "leaves ties as they come", order: (a, b) => timeOf(a) - timeOf(b) },
  {
    name: "orders ties the other way round",
    order: (a, b) => timeOf(a) - timeOf(b) || compareText(b.id, a.id),
  },
  { name: "takes the one before the previous one", previous: (thread, index) => thread[index - 2] },
  { name: "takes a record for its own previous one", previous: (thread, index) => thread[index] },
  {
    name: "takes the next one for the previous one",
    previous: (thread, index) => thread[index + 1],
  },
  {
    name: "takes the last of a thread for the one before the first",
    previous: (thread, index) => thread.at(index - 1),
  },
  { name: "has nothing before anything", previous: () => undefined },
  { name: "passes over no other kind", selected: widen({ kinds: undefined }) },
  { name: "passes over no filter", selected: widen({ where: undefined }) },
  { name: "passes over nothing expired", selected: widen({ now: undefined }) },
  { name: "passes over nothing that is not true", selected: widen({ validAt: undefined }) },
  { name: "passes over nothing archived", selected: widen({ includeArchived: true }) },
  {
    name: "passes over records that are not searchable",
    selected: async (store, selection) => {
      const [all, searchable] = await Promise.all([
        RIGHT_STEPS.selected(store, selection),
        allRecords(store, SEARCHABLE),
      ]);
      const names = new Set(searchable.map((record) => identityOf(record)));
      return all.filter((record) => names.has(identityOf(record)));
    },
  },
];
