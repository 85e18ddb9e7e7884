import { abortCases } from "./cases/abort.js";
import { batchCases } from "./cases/batches.js";
import { closeCases } from "./cases/close.js";
import { concurrencyCases } from "./cases/concurrency.js";
import { determinismCases } from "./cases/determinism.js";
import { differenceCases } from "./cases/difference.js";
import { forgetCases } from "./cases/forget.js";
import { hostileTextCases } from "./cases/hostile-texts.js";
import { identityCases } from "./cases/identity.js";
import { orderCases } from "./cases/order.js";
import { ownershipCases } from "./cases/ownership.js";
import { purposeCases } from "./cases/purposes.js";
import { widthCases } from "./cases/width.js";
import type { EmbedderCase } from "./embedder-case.js";

/** Every case of the embedder suite. */
export const ALL_EMBEDDER_CASES: readonly EmbedderCase[] = [
  ...identityCases,
  ...orderCases,
  ...widthCases,
  ...determinismCases,
  ...purposeCases,
  ...differenceCases,
  ...batchCases,
  ...hostileTextCases,
  ...ownershipCases,
  ...abortCases,
  ...closeCases,
  ...concurrencyCases,
  ...forgetCases,
];
