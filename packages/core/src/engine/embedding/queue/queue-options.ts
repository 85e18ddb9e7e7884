import type {
  EmbedQueuedOptions,
  EmbeddingWorkerOptions,
  QueueWorkOptions,
} from "../../../api/memory-root.js";
import type { EmbeddingQueue } from "../../../contracts/embedding-queue.js";
import { MAX_DELAY_MS } from "../../../internal/async/timers.js";
import { checkCallOptions } from "../../../internal/check/check-inputs.js";
import { checkBoolean, checkNumber, wrongInput } from "../../../internal/check/check.js";
import type { Engine } from "../../engine.js";

const DEFAULT_LEASE_MS = 120_000;
const DEFAULT_MAX_ATTEMPTS = 20;
const DEFAULT_POLL_MS = 1_000;
/** Time in which the process that wrote a text tries by itself, before workers do. */
const OWN_TRIES_MS = 60_000;

/** Options of embedding queued texts, with every default filled in. */
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

/** Options of a worker, with every default filled in. */
export interface WorkerOptions extends QueueWork {
  /** Longest wait for new work. */
  readonly pollMs: number;
}

/** @throws `invalid-input` naming the option, what is allowed and what came. */
export function checkEmbeddingWorker(options: EmbeddingWorkerOptions): WorkerOptions {
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

/** @throws `invalid-input` if the store of this memory has no queue. */
export function requireQueue({ store }: Pick<Engine, "store">): EmbeddingQueue {
  if (store.queue) return store.queue;
  const problem = `the store ${store.name} has no queue of embeddings`;
  throw wrongInput(`${problem}; use one that has, or reindex()`);
}

/** @throws `invalid-input` if this memory cannot embed what is queued. */
export function requireWorker(engine: Pick<Engine, "store" | "embedders">): EmbeddingQueue {
  if (engine.embedders.length > 0) return requireQueue(engine);
  throw wrongInput("embedding what is queued needs an embedder: pass one to createMemory");
}

/** Returns the instant from which workers may embed a text; `undefined` without a queue. */
export function embedAt({ store, embedding, retry, clock }: Engine): Date | undefined {
  if (!store.queue) return undefined;
  const now = clock();
  const isTriedHere = embedding === "inline" && retry.isOn;
  return isTriedHere ? new Date(now.getTime() + OWN_TRIES_MS) : now;
}
