import type { MemoryStore } from "@kioku/core";
import { completeStore, type CompleteStore } from "@kioku/core/toolkit";

import { claims, missingRequirement } from "../conformance-case.js";
import type { ConformanceCase, ConformanceOutcome } from "../conformance-case.js";
import { copyCases } from "./cases/copies.js";
import { deletesCases } from "./cases/deletes.js";
import { embedCases } from "./cases/embed.js";
import { filterFieldsCases } from "./cases/filter-fields.js";
import { filterLogicCases } from "./cases/filter-logic.js";
import { filterPathsCases } from "./cases/filter-paths.js";
import { historiesOfIdsCases } from "./cases/histories-of-ids.js";
import { historiesPagingCases } from "./cases/histories-paging.js";
import { historiesCases } from "./cases/histories.js";
import { historyCases } from "./cases/history.js";
import { hostileTextCases } from "./cases/hostile-text.js";
import { isolationSearchesCases } from "./cases/isolation-searches.js";
import { isolationCases } from "./cases/isolation.js";
import { keysCases } from "./cases/keys.js";
import { lifecycleCases } from "./cases/lifecycle.js";
import { longPageCases } from "./cases/long-pages.js";
import { neighbourCases } from "./cases/neighbours.js";
import { pagingCases } from "./cases/paging.js";
import { queueWriteCases } from "./cases/queue-writes.js";
import { queueCases } from "./cases/queue.js";
import { restoreCases } from "./cases/restore.js";
import { restoresCases } from "./cases/restores.js";
import { roundTripCases } from "./cases/round-trip.js";
import { scaleCases } from "./cases/scale.js";
import { scrubCases } from "./cases/scrub.js";
import { searchAroundChangesCases } from "./cases/search-around-changes.js";
import { searchAroundScaleCases } from "./cases/search-around-scale.js";
import { searchAroundCases } from "./cases/search-around.js";
import { searchLegsCases } from "./cases/search-legs.js";
import { searchTraitCases } from "./cases/search-traits.js";
import { spaceDropCases } from "./cases/space-drops.js";
import { spacesCases } from "./cases/spaces.js";
import { startingSpaceCases } from "./cases/starting-spaces.js";
import { tenantSearchCases } from "./cases/tenant-searches.js";
import { tenantCases } from "./cases/tenants.js";
import { textScoresCases } from "./cases/text-scores.js";
import { textSearchCases } from "./cases/text-search.js";
import { tombstoneCases } from "./cases/tombstones.js";
import { vectorUpkeepCases } from "./cases/vector-upkeep.js";
import { visibilityCases } from "./cases/visibility.js";
import { writesCases } from "./cases/writes.js";
import type { StoreCase, StoreSubject } from "./store-case.js";

/** Every case of the store suite. */
const ALL_CASES: readonly StoreCase[] = [
  [...copyCases, ...deletesCases, ...embedCases, ...filterFieldsCases, ...filterLogicCases],
  [...filterPathsCases, ...historiesOfIdsCases, ...historiesPagingCases, ...historiesCases],
  [...historyCases, ...hostileTextCases, ...isolationSearchesCases, ...isolationCases],
  [...keysCases, ...lifecycleCases, ...longPageCases, ...neighbourCases, ...pagingCases],
  [...queueWriteCases, ...queueCases, ...restoreCases, ...restoresCases, ...roundTripCases],
  [...scaleCases, ...scrubCases, ...searchAroundChangesCases, ...searchAroundScaleCases],
  [...searchAroundCases, ...searchLegsCases, ...searchTraitCases, ...spaceDropCases],
  [...spacesCases, ...startingSpaceCases, ...textScoresCases, ...textSearchCases],
  [...tenantCases, ...tenantSearchCases],
  [...tombstoneCases, ...vectorUpkeepCases, ...visibilityCases, ...writesCases],
].flat();

/** Makes a store that is empty and not yet open. */
export type CreateStore = () => MemoryStore | Promise<MemoryStore>;

/**
 * Everything that a `MemoryStore` has to do, as cases for any test runner. Each case makes its own
 * empty store with `create`, opens it and closes it.
 */
export function storeConformance(create: CreateStore): readonly ConformanceCase[] {
  return ALL_CASES.map((one) => ({
    group: one.group,
    name: one.name,
    requires: one.requires,
    run: () => runCase(one, create),
  }));
}

async function runCase(one: StoreCase, create: CreateStore): Promise<ConformanceOutcome> {
  const made: MemoryStore[] = [];
  const createTracked = async (): Promise<CompleteStore> => {
    const store = await create();
    made.push(store);
    return completeStore(store);
  };
  try {
    const given = await create();
    made.push(given);
    const missing = missingRequirement(one.requires, given);
    if (missing) {
      await given.close();
      return { status: "skipped", missing };
    }
    const store = completeStore(given);
    await store.open();
    const claimed: StoreSubject["claims"] = (requirement) => claims(given, requirement);
    await one.check({ store, given, create: createTracked, claims: claimed });
  } catch (error) {
    // The first failure counts, not that closing fails as well.
    await Promise.allSettled(made.map((store) => store.close()));
    throw error;
  }
  await Promise.all(made.map((store) => store.close()));
  return { status: "passed" };
}
