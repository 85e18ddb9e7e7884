import type { Reranker } from "@kioku/core";

import type { ConformanceCase, ModelRequirement } from "../conformance-case.js";
import { runModelCase } from "../model/model-suite.js";
import { callsCases } from "./cases/calls.js";
import { rankingCases } from "./cases/ranking.js";
import { textsCases } from "./cases/texts.js";
import { resolveRerankerOptions } from "./reranker-case.js";
import type {
  CreateReranker,
  RerankerCase,
  RerankerConformanceOptions,
  RerankerSuiteOptions,
} from "./reranker-case.js";

/** Every case of the reranker suite. */
const ALL_RERANKER_CASES: readonly RerankerCase[] = [...callsCases, ...rankingCases, ...textsCases];

/**
 * Everything that a `Reranker` has to do, as cases for any test runner. Each case makes its own
 * rerankers with `create` and closes them.
 *
 * @throws `invalid-input` for an option that is unknown or wrong.
 */
export function rerankerConformance(
  create: CreateReranker,
  options: RerankerConformanceOptions = {},
): readonly ConformanceCase[] {
  const resolved = resolveRerankerOptions(options);
  const missing = (
    requires: readonly ModelRequirement[],
    reranker: Reranker,
  ): ModelRequirement | undefined => {
    const has = capabilities(reranker, resolved);
    return requires.find((requirement) => has[requirement] !== true);
  };
  return ALL_RERANKER_CASES.map((one) => ({
    group: one.group,
    name: one.name,
    requires: one.requires,
    run: () => runModelCase(one, { create, options: resolved, missing }),
  }));
}

function capabilities(
  reranker: Reranker,
  { meaning, stopsUnderWay }: RerankerSuiteOptions,
): Partial<Record<ModelRequirement, boolean>> {
  return {
    close: reranker.close !== undefined,
    weight: reranker.weight !== undefined,
    "claim to know meaning": meaning,
    "claim to stop under way": stopsUnderWay,
  };
}
