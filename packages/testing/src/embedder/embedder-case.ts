import type { Embedder } from "@kioku/core";

import type { ModelCase, ModelSubject } from "../model/run-model-case.js";
import type { EmbedderSuiteOptions } from "./embedder-options.js";

/** What a case is given: `model` is a fresh embedder. */
export type EmbedderSubject = ModelSubject<Embedder, EmbedderSuiteOptions>;

/** One case of the embedder suite, before it is bound to an embedder. */
export type EmbedderCase = ModelCase<Embedder, EmbedderSuiteOptions>;

/** The cases of one group. */
export function embedderCases(
  group: string,
  cases: readonly Omit<EmbedderCase, "group">[],
): readonly EmbedderCase[] {
  return cases.map((one) => ({ ...one, group }));
}
