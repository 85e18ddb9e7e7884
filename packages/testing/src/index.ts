/**
 * Conformance suites for stores, embedders and rerankers of your own, fuzz and probes of whole
 * memories, and what tests are made of.
 *
 * @module @kioku/testing
 */
export type {
  ConformanceCase,
  ConformanceOutcome,
  ConformancePassed,
  ConformanceRequirement,
  ConformanceSkipped,
  ModelRequirement,
  PluginRequirement,
  SkillRequirement,
  StoreRequirement,
} from "./conformance-case.js";
export { embedderConformance } from "./embedder/embedder-conformance.js";
export type { CreateEmbedder, EmbedderConformanceOptions } from "./embedder/embedder-case.js";
export { faultSchedules } from "./memory/fault-schedules.js";
export type { FaultSchedulesOptions, FaultSchedulesReport } from "./memory/fault-schedules.js";
export { fuzzMemory } from "./memory/fuzz.js";
export type { FuzzMemoryOptions, FuzzMemoryReport } from "./memory/fuzz.js";
export type { ModelConformanceOptions } from "./model/model-suite.js";
export { isolationProbes } from "./memory/isolation-probes.js";
export type { IsolationProbesOptions, IsolationProbesReport } from "./memory/isolation-probes.js";
export { memoryConformance } from "./memory/memory-conformance.js";
export { Picker } from "./support/picker.js";
export { pluginConformance } from "./plugin/plugin-conformance.js";
export type {
  ChangedExample,
  CreatePlugin,
  PluginConformanceOptions,
  PluginExample,
  VetoedExample,
} from "./plugin/plugin-options.js";
export { queueWorkers } from "./queue/queue-workers.js";
export type { QueueWorkersOptions, QueueWorkersReport } from "./queue/queue-workers.js";
export { compareWithReference } from "./reference/compare-with-reference.js";
export type {
  CompareWithReferenceOptions,
  CompareWithReferenceReport,
} from "./reference/compare-with-reference.js";
export {
  RANDOM_SCOPES,
  RANDOM_SPACE,
  randomInstant,
  randomPut,
  randomUnit,
} from "./reference/random-data.js";
export type { ComparedQuestion } from "./reference/random-questions.js";
export { randomSelection } from "./reference/random-selection.js";
export { rerankerConformance } from "./reranker/reranker-conformance.js";
export type { CreateReranker, RerankerConformanceOptions } from "./reranker/reranker-case.js";
export { storeConformance } from "./store/store-conformance.js";
export type { CreateStore } from "./store/store-conformance.js";
export { deleteOp, embedOp, putOp, searchEntry, spaceVector } from "./test-records.js";
export { testId, testRecord } from "./test-records.js";
