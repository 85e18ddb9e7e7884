import type { Reranker } from "@kioku/core";

import { casesOf, checksOf } from "../cases.js";
import type { Checks } from "../cases.js";
import type { ModelRequirement } from "../conformance-case.js";
import type { ModelCase, ModelSubject } from "../model/run-model-case.js";
import type { RerankerSuiteOptions } from "./reranker-options.js";

/** Arguments of a case: `model` is a fresh reranker. */
export type RerankerSubject = ModelSubject<Reranker, RerankerSuiteOptions>;

/** A case of the reranker suite, before it is bound to a reranker. */
export type RerankerCase = ModelCase<Reranker, RerankerSuiteOptions>;

/** Makes the cases of one group. */
export const rerankerCases: typeof casesOf<RerankerSubject, ModelRequirement> = casesOf;

/** Makes checks of every row of a table. */
export const rerankerChecks: <Row>(
  rows: readonly Row[],
  toChecks: (row: Row) => Checks<RerankerSubject>,
) => Checks<RerankerSubject> = checksOf;
