import { memoryConcurrencyCases } from "./cases/concurrency.js";
import { memoryForgettingCases } from "./cases/forgetting.js";
import { memoryIsolationCases } from "./cases/isolation.js";
import { memoryReceiptsCases } from "./cases/receipts.js";
import { memoryTransferCases } from "./cases/transfer.js";
import { memoryVersionsInTimeCases } from "./cases/versions-in-time.js";
import { memoryVersionCases } from "./cases/versions.js";
import type { MemoryCase } from "./memory-case.js";

/** Every case of the memory suite. */
export const ALL_MEMORY_CASES: readonly MemoryCase[] = [
  ...memoryConcurrencyCases,
  ...memoryForgettingCases,
  ...memoryIsolationCases,
  ...memoryReceiptsCases,
  ...memoryTransferCases,
  ...memoryVersionsInTimeCases,
  ...memoryVersionCases,
];
