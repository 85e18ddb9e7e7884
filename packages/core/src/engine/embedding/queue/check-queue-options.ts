import type {
  EmbedQueuedOptions,
  EmbeddingWorkerOptions,
  QueueWorkOptions,
} from "../../../api/memory-root.js";
import { MAX_DELAY_MS } from "../../../internal/async/timers.js";
import { checkCallOptions } from "../../../internal/check/check-inputs.js";
import { checkBoolean, checkNumber } from "../../../internal/check/check.js";

const DEFAULT_LEASE_MS = 120_000;
const DEFAULT_MAX_ATTEMPTS = 20;
const DEFAULT_POLL_MS = 1_000;

/** How queued texts are embedded, with every default filled in. */
export interface QueueWork {
  readonly signal: AbortSignal | undefined;
  readonly leaseMs: number;
  readonly maxAttempts: number;
  /** Most texts to take. */
  readonly limit: number;
}

/** @throws `invalid-input` naming the option, what is allowed and what came. */
export function checkEmbedQueued(options: EmbedQueuedOptions): QueueWork {
  checkCallOptions(options, ["leaseMs", "maxAttempts", "limit", "retryDead"]);
  const { limit = Infinity, retryDead = false } = options;
  checkBoolean(retryDead, "options.retryDead");
  if (limit !== Infinity) checkNumber(limit, "options.limit", { min: 1, integer: true });
  return { ...checkWork(options), limit };
}

/** @throws `invalid-input` naming the option, what is allowed and what came. */
export function checkEmbeddingWorker(
  options: EmbeddingWorkerOptions,
): QueueWork & { readonly pollMs: number } {
  checkCallOptions(options, ["leaseMs", "maxAttempts", "pollMs"]);
  const { pollMs = DEFAULT_POLL_MS } = options;
  checkNumber(pollMs, "options.pollMs", { above: 0, max: MAX_DELAY_MS });
  return { ...checkWork(options), limit: Infinity, pollMs };
}

function checkWork(options: QueueWorkOptions): Omit<QueueWork, "limit"> {
  const { signal, leaseMs = DEFAULT_LEASE_MS, maxAttempts = DEFAULT_MAX_ATTEMPTS } = options;
  checkNumber(leaseMs, "options.leaseMs", { min: 1, max: MAX_DELAY_MS });
  checkNumber(maxAttempts, "options.maxAttempts", { min: 1, integer: true });
  return { signal, leaseMs, maxAttempts };
}
