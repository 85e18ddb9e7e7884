import { inMemoryStore } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { storeConformance } from "../src/index.js";
import type { ConformanceCase } from "../src/index.js";
import { replace } from "../src/support/replace.js";
import { searchInSteps } from "./broken/around-in-steps.js";
import { mapOps, mapRecords, mapSelections } from "./broken/break-store.js";
import type { Defect } from "./broken/break-store.js";
import { BROKEN_AROUND } from "./broken/broken-around.js";
import { BROKEN_FILTERS, mapPredicates } from "./broken/broken-filters.js";
import { BROKEN_HISTORIES } from "./broken/broken-histories.js";
import { BROKEN_LEFT_HISTORIES } from "./broken/broken-left-histories.js";
import { BROKEN_LEGS } from "./broken/broken-legs.js";
import { BROKEN_LONG_PAGES } from "./broken/broken-long-pages.js";
import { BROKEN_QUEUES } from "./broken/broken-queues.js";
import { BROKEN_REST } from "./broken/broken-rest.js";
import { BROKEN_RESTORES } from "./broken/broken-restores.js";
import { BROKEN_SCOPES } from "./broken/broken-scopes.js";
import {
  BROKEN_SEARCHES,
  mapHits,
  mapScores,
  mapSpaces,
  mapTerms,
} from "./broken/broken-searches.js";
import { BROKEN_SELECTIONS } from "./broken/broken-selections.js";
import { BROKEN_SPACES } from "./broken/broken-spaces.js";
import { BROKEN_STARTING_SPACES } from "./broken/broken-starting-spaces.js";
import { BROKEN_TENANTS } from "./broken/broken-tenants.js";
import { BROKEN_WRITES } from "./broken/broken-writes.js";

const IS_FULL = process.env["KIOKU_TEST_SIZE"] === "full";

const DEFECTS: readonly Defect[] = [
  ...BROKEN_WRITES,
  ...BROKEN_SCOPES,
  ...BROKEN_FILTERS,
  ...BROKEN_SELECTIONS,
  ...BROKEN_SEARCHES,
  ...BROKEN_LEGS,
  ...BROKEN_AROUND,
  ...BROKEN_HISTORIES,
  ...BROKEN_RESTORES,
  ...BROKEN_LONG_PAGES,
  ...BROKEN_SPACES,
  ...BROKEN_REST,
  ...BROKEN_STARTING_SPACES,
  ...BROKEN_LEFT_HISTORIES,
  ...BROKEN_QUEUES,
  ...BROKEN_TENANTS,
];

/** The first case of one group that a broken store fails. */
async function firstFailure({ group, breakStore }: Defect): Promise<string | undefined> {
  const cases = storeConformance(() => breakStore(inMemoryStore()));
  for (const one of cases.filter((candidate) => candidate.group === group)) {
    if (await fails(one)) return one.name;
  }
  return undefined;
}

async function fails({ run }: ConformanceCase): Promise<boolean> {
  try {
    await run();
    return false;
  } catch {
    return true;
  }
}

/** The first defect of each group, or all with `KIOKU_TEST_SIZE=full`. */
const TRIED = DEFECTS.filter(
  ({ group }, n) => IS_FULL || DEFECTS.findIndex((one) => one.group === group) === n,
);

for (const defect of TRIED) {
  test(`a store that ${defect.name} fails a case of "${defect.group}"`, async () => {
    expect(await firstFailure(defect)).toBeDefined();
  });
}

test("every group of cases has a broken store that fails it", () => {
  const groups = new Set(storeConformance(inMemoryStore).map(({ group }) => group));
  expect(new Set(DEFECTS.map(({ group }) => group))).toEqual(groups);
});

/**
 * All ways to break a store, used without breaking it: what fails with them fails for the wrong
 * reason.
 */
function wrapInEverything(store: CompleteStore): CompleteStore {
  const wrappers: readonly Defect["breakStore"][] = [
    (inner) => replace(inner, {}),
    (inner) => mapOps(inner, (op) => op),
    (inner) => mapRecords(inner, (record) => record),
    (inner) => mapSelections(inner, (selection) => selection),
    (inner) => mapPredicates(inner, (where) => where),
    (inner) => mapHits(inner, (hits) => hits),
    (inner) => mapScores(inner, (score) => score),
    (inner) => searchInSteps(inner),
    (inner) => mapTerms(inner, (term) => term),
    (inner) => mapSpaces(inner, (space) => space),
  ];
  return wrappers.reduce((inner, wrap) => wrap(inner), store);
}

const WRAPPED = Map.groupBy(
  storeConformance(() => wrapInEverything(inMemoryStore())),
  ({ group }) => group,
);

test.skipIf(!IS_FULL).each([...WRAPPED])(
  "a store that is wrapped and not broken fails no case of %s",
  async (_group, cases) => {
    const failures: string[] = [];
    for (const one of cases) if (await fails(one)) failures.push(one.name);
    expect(failures).toEqual([]);
  },
  300_000,
);
