import { abortCases } from "./cases/abort.js";
import { closeCases } from "./cases/close.js";
import { concurrencyCases } from "./cases/concurrency.js";
import { hostileTextCases } from "./cases/hostile-texts.js";
import { identityCases } from "./cases/identity.js";
import { ownershipCases } from "./cases/ownership.js";
import { rankingCases } from "./cases/ranking.js";
import { topNCases } from "./cases/top-n.js";
import type { RerankerCase } from "./reranker-case.js";

/** Every case of the reranker suite. */
export const ALL_RERANKER_CASES: readonly RerankerCase[] = [
  ...identityCases,
  ...rankingCases,
  ...topNCases,
  ...hostileTextCases,
  ...ownershipCases,
  ...abortCases,
  ...closeCases,
  ...concurrencyCases,
];
