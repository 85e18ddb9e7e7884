import type { Reranker } from "@kioku/core";

import type { ModelCase, ModelSubject } from "../model/run-model-case.js";
import type { RerankerSuiteOptions } from "./reranker-options.js";

/** What a case is given: `model` is a fresh reranker. */
export type RerankerSubject = ModelSubject<Reranker, RerankerSuiteOptions>;

/** One case of the reranker suite, before it is bound to a reranker. */
export type RerankerCase = ModelCase<Reranker, RerankerSuiteOptions>;

/** The cases of one group. */
export function rerankerCases(
  group: string,
  cases: readonly Omit<RerankerCase, "group">[],
): readonly RerankerCase[] {
  return cases.map((one) => ({ ...one, group }));
}
