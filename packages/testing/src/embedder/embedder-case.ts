import type { Embedder } from "@kioku/core";
import { checkMembers, checkNumber, checkOneOf } from "@kioku/core/toolkit";

import { casesOf, checksOf, type Checks, type ModelRequirement } from "../conformance-case.js";
import { COMMON_MEMBERS, resolveCommonOptions } from "../model/model-suite.js";
import type {
  CommonOptions,
  ModelCase,
  ModelConformanceOptions,
  ModelSubject,
} from "../model/model-suite.js";

/** Makes an embedder; all that it makes have the same options. */
export type CreateEmbedder = () => Embedder | Promise<Embedder>;

/** Options of `embedderConformance`. */
export interface EmbedderConformanceOptions extends ModelConformanceOptions {
  /**
   * Greatest distance of two vectors of one text, as 1 minus their cosine. 0 demands the same bits.
   * @defaultValue `1e-4`
   */
  readonly tolerance?: number;
  /**
   * Claims that questions and documents of the same text have the same vector, or that they have
   * different ones. The claim is checked.
   * @defaultValue nothing is claimed
   */
  readonly purposes?: "same" | "different";
  /** Number of short texts in the huge batch; more than `maxBatchSize`. @defaultValue `2_500` */
  readonly hugeBatch?: number;
}

/** The same with every default. */
export interface EmbedderSuiteOptions extends CommonOptions {
  readonly tolerance: number;
  readonly purposes: "same" | "different" | undefined;
  readonly hugeBatch: number;
}

/**
 * Checks the options and fills in the defaults.
 * @throws `invalid-input` for one that is unknown or wrong.
 */
export function resolveEmbedderOptions(options: EmbedderConformanceOptions): EmbedderSuiteOptions {
  const owner = "embedderConformance";
  checkMembers(options, owner, ["tolerance", "purposes", "hugeBatch", ...COMMON_MEMBERS]);
  const { tolerance = 1e-4, purposes, hugeBatch = 2_500 } = options;
  checkNumber(tolerance, `${owner}: tolerance`, { min: 0, max: 0.1 });
  checkNumber(hugeBatch, `${owner}: hugeBatch`, { min: 2, integer: true });
  if (purposes !== undefined) checkOneOf(purposes, `${owner}: purposes`, ["same", "different"]);
  return { tolerance, purposes, hugeBatch, ...resolveCommonOptions(options, owner) };
}

/** Arguments of a case: `model` is a fresh embedder. */
export type EmbedderSubject = ModelSubject<Embedder, EmbedderSuiteOptions>;

/** A case of the embedder suite, before it is bound to an embedder. */
export type EmbedderCase = ModelCase<Embedder, EmbedderSuiteOptions>;

/** Makes the cases of one group. */
export const embedderCases: typeof casesOf<EmbedderSubject, ModelRequirement> = casesOf;

/** Makes checks of every row of a table. */
export const embedderChecks: <Row>(
  rows: readonly Row[],
  toChecks: (row: Row) => Checks<EmbedderSubject>,
) => Checks<EmbedderSubject> = checksOf;
