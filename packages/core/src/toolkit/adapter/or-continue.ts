import { MemoryError } from "../../errors/memory-error.js";
import { notify } from "../../internal/async/notify.js";
import type { Logger } from "../../model/logger.js";

/** What is to happen when a memory fails. */
export interface FailureRules {
  /** Whether to go on without what failed, or to fail with it. */
  readonly onError: "continue" | "throw";
  /** Gets what was continued over, without the text of memories. */
  readonly logger: Logger | undefined;
  /** Aborts are no failures to go on from. */
  readonly signal: AbortSignal | undefined;
}

/**
 * What the work gives; nothing where it fails and the agent is to go on, which the logger is told.
 * Aborts always reject.
 */
export async function orContinue<T>(
  what: string,
  { onError, logger, signal }: FailureRules,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted || onError === "throw") throw error;
    notify(() => logger?.warn(what, describeFailure(error)));
    return undefined;
  }
}

/** Causes are left out: they are anything. */
function describeFailure(error: unknown): Readonly<Record<string, unknown>> {
  if (!MemoryError.is(error)) return { error: error instanceof Error ? error.name : typeof error };
  const { code, message, retryable } = error;
  return { code, message, retryable };
}
