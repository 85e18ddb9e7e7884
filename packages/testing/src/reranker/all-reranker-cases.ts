import { callsCases } from "./cases/calls.js";
import { rankingCases } from "./cases/ranking.js";
import { textsCases } from "./cases/texts.js";
import type { RerankerCase } from "./reranker-case.js";

/** Every case of the reranker suite. */
export const ALL_RERANKER_CASES: readonly RerankerCase[] = [
  ...callsCases,
  ...rankingCases,
  ...textsCases,
];
