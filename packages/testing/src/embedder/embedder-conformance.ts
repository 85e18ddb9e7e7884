import type { Embedder } from "@kioku/core";

import type { ConformanceCase, ModelRequirement } from "../conformance-case.js";
import { runModelCase } from "../model/model-suite.js";
import { batchesCases } from "./cases/batches.js";
import { callsCases } from "./cases/calls.js";
import { hostileTextsCases } from "./cases/hostile-texts.js";
import { identityCases } from "./cases/identity.js";
import { vectorsCases } from "./cases/vectors.js";
import { resolveEmbedderOptions } from "./embedder-case.js";
import type {
  CreateEmbedder,
  EmbedderCase,
  EmbedderConformanceOptions,
  EmbedderSuiteOptions,
} from "./embedder-case.js";

/** Every case of the embedder suite. */
const ALL_EMBEDDER_CASES: readonly EmbedderCase[] = [
  ...batchesCases,
  ...callsCases,
  ...hostileTextsCases,
  ...identityCases,
  ...vectorsCases,
];

/**
 * Everything that an `Embedder` has to do, as cases for any test runner. Each case makes its own
 * embedders with `create` and closes them. With the default options the whole suite embeds some
 * 7,000 texts, mostly short; `hugeBatch` and `longText` make it less.
 *
 * @throws `invalid-input` for an option that is unknown or wrong.
 */
export function embedderConformance(
  create: CreateEmbedder,
  options: EmbedderConformanceOptions = {},
): readonly ConformanceCase[] {
  const resolved = resolveEmbedderOptions(options);
  const missing = (
    requires: readonly ModelRequirement[],
    embedder: Embedder,
  ): ModelRequirement | undefined => {
    const has = capabilities(embedder, resolved);
    return requires.find((requirement) => has[requirement] !== true);
  };
  return ALL_EMBEDDER_CASES.map((one) => ({
    group: one.group,
    name: one.name,
    requires: one.requires,
    run: () => runModelCase(one, { create, options: resolved, missing }),
  }));
}

function capabilities(
  embedder: Embedder,
  { purposes, stopsUnderWay }: EmbedderSuiteOptions,
): Partial<Record<ModelRequirement, boolean>> {
  return {
    close: embedder.close !== undefined,
    forget: embedder.forget !== undefined,
    normalized: embedder.normalized === true,
    "claim of purposes": purposes !== undefined,
    "claim to stop under way": stopsUnderWay,
  };
}
