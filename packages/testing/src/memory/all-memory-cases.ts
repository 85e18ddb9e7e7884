import { memoryAsOfCases } from "./cases/as-of.js";
import { memoryConcurrencyCases } from "./cases/concurrency.js";
import { memoryDuplicateCases } from "./cases/duplicates.js";
import { memoryErasingCases } from "./cases/erasing.js";
import { memoryExpiryCases } from "./cases/expiry.js";
import { memoryForgettingCases } from "./cases/forgetting.js";
import { memoryHistoryCases } from "./cases/histories.js";
import { memoryIdempotencyCases } from "./cases/idempotency.js";
import { memoryIsolationCases } from "./cases/isolation.js";
import { memoryReceiptCases } from "./cases/receipts.js";
import { memoryReindexingCases } from "./cases/reindexing.js";
import { memoryShareCases } from "./cases/shares.js";
import { memorySupersedingCases } from "./cases/superseding.js";
import { memoryTransferCases } from "./cases/transfer.js";
import { memoryTrustCases } from "./cases/trust.js";
import { memoryVersionCases } from "./cases/versions.js";
import type { MemoryCase } from "./memory-case.js";

/** Every case of the memory suite. */
export const ALL_MEMORY_CASES: readonly MemoryCase[] = [
  ...memoryReceiptCases,
  ...memoryDuplicateCases,
  ...memoryIdempotencyCases,
  ...memoryConcurrencyCases,
  ...memoryVersionCases,
  ...memoryHistoryCases,
  ...memorySupersedingCases,
  ...memoryExpiryCases,
  ...memoryForgettingCases,
  ...memoryIsolationCases,
  ...memoryAsOfCases,
  ...memoryErasingCases,
  ...memoryTransferCases,
  ...memoryReindexingCases,
  ...memoryTrustCases,
  ...memoryShareCases,
];
