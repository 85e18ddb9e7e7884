import type { Receipt, RememberInput } from "../api/inputs.js";
import type { Memory } from "../api/memory.js";
import type { PromptOptions } from "../api/prompt-context.js";
import type { RecallQuery } from "../api/queries.js";
import { checkRecallOptions } from "../engine/read/check-recall-query.js";
import { MemoryError } from "../errors/memory-error.js";
import { notify } from "../internal/async/notify.js";
import { checkObject } from "../internal/check/check.js";
import type { Logger } from "../model/call-options.js";
import { checkPromptOptions } from "../prompt/check-prompt-options.js";

/** What is to happen when a memory fails. */
export interface FailurePolicy {
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
export async function continueOnError<T>(
  what: string,
  { onError, logger, signal }: FailurePolicy,
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

/** How what was said in a turn is remembered. */
export interface RememberTurnOptions extends FailurePolicy {
  /** Who remembers it, for the history of the records. */
  readonly actor: string;
}

/**
 * Remembers what was said in a turn, all or nothing but for what a plugin vetoes, which is a
 * failure like any other.
 */
export async function rememberTurn(
  memory: Memory,
  inputs: readonly RememberInput[],
  options: RememberTurnOptions,
): Promise<void> {
  if (inputs.length === 0) return;
  const { actor, signal } = options;
  const receipts = await continueOnError("the turn was not remembered", options, () =>
    memory.rememberAll(inputs, { actor, signal }),
  );
  await continueOnError("some of the turn was not remembered", options, async () => {
    for (const receipt of receipts ?? []) refuseVeto(receipt);
  });
}

function refuseVeto(receipt: Receipt): void {
  if (receipt.status !== "rejected") return;
  throw new MemoryError(
    "rejected-by-plugin",
    `plugin ${receipt.by} rejected a message of the turn: ${receipt.reason}`,
  );
}

/** How to recall, and how what is found is written down. */
export interface RecallSettings {
  /** What `recall` takes beside the query. */
  readonly settings: Omit<RecallQuery, "query">;
  /** What `context` takes beside it. */
  readonly prompt: PromptOptions;
}

/**
 * Settings of a recall and of the prompt, told apart and checked. `others` are named where an
 * option is unknown.
 * @throws `invalid-input` naming the option, what is allowed and what came.
 */
export function recallSettings(
  given: Omit<RecallQuery, "query"> & PromptOptions,
  name: string,
  others: readonly string[] = [],
): RecallSettings {
  checkObject(given, name);
  const { budget, countTokens, render, order, cite, preamble, ...settings } = given;
  const prompt = { budget, countTokens, render, order, cite, preamble };
  checkRecallOptions(settings, name, [...others, ...Object.keys(prompt)]);
  checkPromptOptions(prompt, name);
  return { settings, prompt };
}
