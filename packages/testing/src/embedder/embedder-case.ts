import type { Embedder } from "@kioku/core";

import { casesOf, checksOf } from "../cases.js";
import type { Checks } from "../cases.js";
import type { ModelRequirement } from "../conformance-case.js";
import type { ModelCase, ModelSubject } from "../model/run-model-case.js";
import type { EmbedderSuiteOptions } from "./embedder-options.js";

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
