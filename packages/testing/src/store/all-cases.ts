import { abortCases } from "./cases/abort.js";
import { archivingCases } from "./cases/archiving.js";
import { atomicityCases } from "./cases/atomicity.js";
import { concurrencyCases } from "./cases/concurrency.js";
import { copyCases } from "./cases/copies.js";
import { deleteCases } from "./cases/deletes.js";
import { duplicateCases } from "./cases/duplicates.js";
import { earlierVersionCases } from "./cases/earlier-versions.js";
import { embedCases } from "./cases/embed.js";
import { expiryCases } from "./cases/expiry.js";
import { filterFieldCases } from "./cases/filter-fields.js";
import { filterLogicCases } from "./cases/filter-logic.js";
import { filterOperatorCases } from "./cases/filter-operators.js";
import { filterPathCases } from "./cases/filter-paths.js";
import { filterSingleFieldCases } from "./cases/filter-single-fields.js";
import { filterSizeCases } from "./cases/filter-sizes.js";
import { historiesAtCases } from "./cases/histories-at.js";
import { historiesOfIdsCases } from "./cases/histories-of-ids.js";
import { historiesPagingCases } from "./cases/histories-paging.js";
import { historiesCases } from "./cases/histories.js";
import { historyCases } from "./cases/history.js";
import { hostileTextCases } from "./cases/hostile-text.js";
import { idempotencyCases } from "./cases/idempotency.js";
import { isolationDeleteCases } from "./cases/isolation-deletes.js";
import { isolationHistoryCases } from "./cases/isolation-histories.js";
import { isolationReadCases } from "./cases/isolation-reads.js";
import { isolationSearchCases } from "./cases/isolation-searches.js";
import { isolationWriteCases } from "./cases/isolation-writes.js";
import { keyCases } from "./cases/keys.js";
import { leftHistoryCases } from "./cases/left-histories.js";
import { lifecycleCases } from "./cases/lifecycle.js";
import { longPageCases } from "./cases/long-pages.js";
import { neighbourCases } from "./cases/neighbours.js";
import { pagingCursorCases } from "./cases/paging-cursors.js";
import { pagingCases } from "./cases/paging.js";
import { queueReturnCases } from "./cases/queue-returns.js";
import { queueTokenCases } from "./cases/queue-tokens.js";
import { queueWriteCases } from "./cases/queue-writes.js";
import { queueCases } from "./cases/queue.js";
import { restoreConflictCases } from "./cases/restore-conflicts.js";
import { restoreSearchCases } from "./cases/restore-search.js";
import { restoreCases } from "./cases/restore.js";
import { roundTripValueCases } from "./cases/round-trip-values.js";
import { roundTripCases } from "./cases/round-trip.js";
import { scopeCases } from "./cases/scopes.js";
import { scrubCases } from "./cases/scrub.js";
import { searchAroundBestCases } from "./cases/search-around-best.js";
import { searchAroundScaleCases } from "./cases/search-around-scale.js";
import { searchAroundSelectionCases } from "./cases/search-around-selection.js";
import { searchAroundWriteCases } from "./cases/search-around-writes.js";
import { searchAroundCases } from "./cases/search-around.js";
import { searchLegLimitCases } from "./cases/search-leg-limits.js";
import { searchLegOrderCases } from "./cases/search-leg-order.js";
import { searchLegScaleCases } from "./cases/search-leg-scale.js";
import { searchLegCases } from "./cases/search-legs.js";
import { searchScriptCases } from "./cases/search-scripts.js";
import { spaceDropCases } from "./cases/space-drops.js";
import { spaceStateCases } from "./cases/space-states.js";
import { spaceCases } from "./cases/spaces.js";
import { startingSpaceCases } from "./cases/starting-spaces.js";
import { strengthenCases } from "./cases/strengthen.js";
import { sweepCases } from "./cases/sweep.js";
import { textScoreCases } from "./cases/text-scores.js";
import { textSearchCases } from "./cases/text-search.js";
import { textStatisticCases } from "./cases/text-statistics.js";
import { textTermCases } from "./cases/text-terms.js";
import { tombstoneCases } from "./cases/tombstones.js";
import { vectorScaleCases } from "./cases/vector-scale.js";
import { vectorSearchCases } from "./cases/vector-search.js";
import { vectorUpkeepCases } from "./cases/vector-upkeep.js";
import { versionCases } from "./cases/versions.js";
import { visibilityCases } from "./cases/visibility.js";
import type { StoreCase } from "./store-case.js";

/** Every case of the store suite. */
export const ALL_CASES: readonly StoreCase[] = [
  ...roundTripCases,
  ...roundTripValueCases,
  ...hostileTextCases,
  ...versionCases,
  ...atomicityCases,
  ...idempotencyCases,
  ...duplicateCases,
  ...keyCases,
  ...isolationReadCases,
  ...isolationSearchCases,
  ...isolationWriteCases,
  ...isolationDeleteCases,
  ...isolationHistoryCases,
  ...scopeCases,
  ...pagingCases,
  ...pagingCursorCases,
  ...longPageCases,
  ...filterOperatorCases,
  ...filterLogicCases,
  ...filterFieldCases,
  ...filterSingleFieldCases,
  ...filterPathCases,
  ...filterSizeCases,
  ...textSearchCases,
  ...textScoreCases,
  ...textStatisticCases,
  ...textTermCases,
  ...vectorSearchCases,
  ...vectorScaleCases,
  ...vectorUpkeepCases,
  ...spaceCases,
  ...startingSpaceCases,
  ...spaceStateCases,
  ...spaceDropCases,
  ...searchLegCases,
  ...searchLegLimitCases,
  ...searchScriptCases,
  ...searchLegOrderCases,
  ...searchLegScaleCases,
  ...searchAroundCases,
  ...searchAroundBestCases,
  ...searchAroundSelectionCases,
  ...searchAroundWriteCases,
  ...searchAroundScaleCases,
  ...embedCases,
  ...historyCases,
  ...historiesOfIdsCases,
  ...historiesCases,
  ...historiesPagingCases,
  ...historiesAtCases,
  ...restoreCases,
  ...earlierVersionCases,
  ...restoreSearchCases,
  ...restoreConflictCases,
  ...tombstoneCases,
  ...leftHistoryCases,
  ...deleteCases,
  ...expiryCases,
  ...sweepCases,
  ...scrubCases,
  ...visibilityCases,
  ...archivingCases,
  ...neighbourCases,
  ...strengthenCases,
  ...concurrencyCases,
  ...queueCases,
  ...queueReturnCases,
  ...queueTokenCases,
  ...queueWriteCases,
  ...copyCases,
  ...abortCases,
  ...lifecycleCases,
];
