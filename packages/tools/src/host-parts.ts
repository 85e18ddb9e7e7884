import { MemoryError } from "@kioku/core";
import type {
  Logger,
  Memory,
  PromptOptions,
  RecallQuery,
  Receipt,
  RememberInput,
} from "@kioku/core";
import { checkObject, checkPromptOptions, checkRecallOptions, notify } from "@kioku/core/toolkit";

import type { TrustVerdict } from "./trust/judge-trust.js";
import { causeOf } from "./trust/text-trust.js";

/** Policy for failures of a memory. */
export interface FailurePolicy {
  /** Either continue without the failed part, or throw. */
  readonly onError: "continue" | "throw";
  /** Gets the failures that were passed over, without text of memories. */
  readonly logger: Logger | undefined;
  /** Aborts always reject. */
  readonly signal: AbortSignal | undefined;
}

/** Returns the result of the work; `undefined` if it failed and the policy is to continue. */
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

/** Leaves out causes, which may be anything. */
function describeFailure(error: unknown): Readonly<Record<string, unknown>> {
  if (!MemoryError.is(error)) return { error: error instanceof Error ? error.name : typeof error };
  const { code, message, retryable } = error;
  return { code, message, retryable };
}

/** Options of `rememberTurn`. */
export interface RememberTurnOptions extends FailurePolicy {
  /** Author for the history of the records. */
  readonly actor: string;
  /** Verdict on the answer, whose reasons are kept as a cause in history. */
  readonly verdict?: TrustVerdict | undefined;
}

/** Remembers the messages of a turn, all or nothing. A veto of a plugin is a failure. */
export async function rememberTurn(
  memory: Memory,
  inputs: readonly RememberInput[],
  options: RememberTurnOptions,
): Promise<void> {
  if (inputs.length === 0) return;
  const { actor, signal, verdict } = options;
  const cause = verdict && causeOf(verdict, "the answer");
  const receipts = await continueOnError("the turn was not remembered", options, () =>
    memory.rememberAll(inputs, { actor, signal, cause }),
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

/** Settings of a recall and of the prompt. */
export interface RecallSettings {
  /** Options of `recall` without the query. */
  readonly settings: Omit<RecallQuery, "query">;
  /** Options of the prompt. */
  readonly prompt: PromptOptions;
}

/** Checks settings and parts those of the recall from the prompt's. @throws `invalid-input` */
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
