import { batchesCases } from "./cases/batches.js";
import { callsCases } from "./cases/calls.js";
import { hostileTextsCases } from "./cases/hostile-texts.js";
import { identityCases } from "./cases/identity.js";
import { vectorsCases } from "./cases/vectors.js";
import type { EmbedderCase } from "./embedder-case.js";

/** Every case of the embedder suite. */
export const ALL_EMBEDDER_CASES: readonly EmbedderCase[] = [
  ...batchesCases,
  ...callsCases,
  ...hostileTextsCases,
  ...identityCases,
  ...vectorsCases,
];
