import type { Reranker } from "@kioku/core";
import { checkBoolean, checkMembers, checkNumber } from "@kioku/core/toolkit";

import { casesOf, checksOf, type Checks, type ModelRequirement } from "../conformance-case.js";
import { COMMON_MEMBERS, resolveCommonOptions } from "../model/model-suite.js";
import type {
  CommonOptions,
  ModelCase,
  ModelConformanceOptions,
  ModelSubject,
} from "../model/model-suite.js";

/** Makes a reranker; all that it makes have the same options. */
export type CreateReranker = () => Reranker | Promise<Reranker>;

/** Options of `rerankerConformance`. */
export interface RerankerConformanceOptions extends ModelConformanceOptions {
  /**
   * Greatest distance of two scores of one document. 0 demands the same number.
   * @defaultValue `1e-4`
   */
  readonly tolerance?: number;
  /** Number of documents in the long list. @defaultValue `300` */
  readonly manyDocuments?: number;
  /**
   * True if it knows the meaning of English texts, so that an answer to a question comes first.
   * @defaultValue `true`
   */
  readonly meaning?: boolean;
}

/** The same with every default. */
export interface RerankerSuiteOptions extends CommonOptions {
  readonly tolerance: number;
  readonly manyDocuments: number;
  readonly meaning: boolean;
}

/**
 * Checks the options and fills in the defaults.
 * @throws `invalid-input` for one that is unknown or wrong.
 */
export function resolveRerankerOptions(options: RerankerConformanceOptions): RerankerSuiteOptions {
  const owner = "rerankerConformance";
  checkMembers(options, owner, ["tolerance", "manyDocuments", "meaning", ...COMMON_MEMBERS]);
  const { tolerance = 1e-4, manyDocuments = 300, meaning = true } = options;
  checkNumber(tolerance, `${owner}: tolerance`, { min: 0, max: 0.1 });
  checkNumber(manyDocuments, `${owner}: manyDocuments`, { min: 2, integer: true });
  checkBoolean(meaning, `${owner}: meaning`);
  return { tolerance, manyDocuments, meaning, ...resolveCommonOptions(options, owner) };
}

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
