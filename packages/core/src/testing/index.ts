export type {
  ConformanceCase,
  ConformanceOutcome,
  ConformancePassed,
  ConformanceRequirement,
  ConformanceSkipped,
} from "./conformance-case.js";
export { storeConformance } from "./store/store-conformance.js";
export type { CreateStore } from "./store/store-conformance.js";
export { deleteOp, embedOp, putOp, searchEntry, spaceVector } from "./test-ops.js";
export { testId, testRecord } from "./test-record.js";
