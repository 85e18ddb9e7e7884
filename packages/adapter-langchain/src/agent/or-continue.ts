import { MemoryError } from "@kioku/core";
import type { Logger } from "@kioku/core";

/** What is to happen when a memory fails. */
export interface FailureRules {
  readonly onError: "continue" | "throw";
  readonly logger: Logger | undefined;
  readonly signal: AbortSignal | undefined;
}

/** What the work gives; nothing where it fails and the agent is to go on, which the logger is told. Aborts always reject. */
export async function orContinue<T>(
  what: string,
  { onError, logger, signal }: FailureRules,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted || onError === "throw") throw error;
    logger?.warn(what, describeFailure(error));
    return undefined;
  }
}

/** Causes are left out: they are anything. */
function describeFailure(error: unknown): Readonly<Record<string, unknown>> {
  if (!MemoryError.is(error)) return { error: error instanceof Error ? error.name : typeof error };
  const { code, message, retryable } = error;
  return { code, message, retryable };
}
