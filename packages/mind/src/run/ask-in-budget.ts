import type { CallOptions, TextModel } from "@kioku/core";
import { estimateTokens } from "@kioku/core/toolkit";

import type { MindHost } from "../model/mind-host.js";
import { askModel, type ModelAnswer, type ModelQuestion } from "../proposals/ask-model.js";
import { INSTRUCTIONS, writePrompt } from "../proposals/write-prompt.js";

/** Least tokens that an answer needs. */
const LEAST_ANSWER = 200;
/** Most tokens of an answer, where they are limited at all. */
const MOST_ANSWER = 4_000;

/** Why a model gave no answer that could be used. */
export type ModelFailure =
  | { readonly problem: string; readonly isBadAnswer: true }
  | { readonly problem: string; readonly isBadAnswer: false; readonly error: unknown };

/** Tokens and time that a model may take. */
export interface ModelLimits extends Pick<MindHost, "schedule"> {
  readonly tokens: number;
  /** Longest time to an answer. */
  readonly timeoutMs: number;
}

/** Model with what it may still take; it counts, so that one is made for each call. */
export class BudgetedModel {
  readonly id: string;
  readonly #model: TextModel;
  readonly #limits: ModelLimits;
  #left: number;
  #tokens = 0;

  constructor(model: TextModel, limits: ModelLimits) {
    this.id = model.id;
    this.#model = model;
    this.#limits = limits;
    this.#left = limits.tokens;
  }

  /** Returns the tokens that were taken since this was asked the last time. */
  takeTokens(): number {
    const tokens = this.#tokens;
    this.#tokens = 0;
    return tokens;
  }

  /** Asks, unless the budget does not reach: then rules go on alone. */
  async ask(
    question: ModelQuestion,
    options: CallOptions,
  ): Promise<
    | { readonly answer: Extract<ModelAnswer, { readonly isUsable: true }> }
    | { readonly failure: ModelFailure }
    | undefined
  > {
    const { batch, summary } = question;
    const asked = estimateTokens(`${INSTRUCTIONS}\n${writePrompt(batch, summary)}`);
    if (this.#left < asked + LEAST_ANSWER) return undefined;
    const isLimited = Number.isFinite(this.#left);
    const maxTokens = isLimited ? Math.min(MOST_ANSWER, this.#left - asked) : undefined;
    const limit = startTimeLimit(this.#limits, options);
    try {
      const answer = await askModel(this.#model, { ...question, maxTokens }, limit);
      this.#count(answer.tokens);
      if (answer.isUsable) return { answer };
      return { failure: { problem: `answer is ${answer.problem}`, isBadAnswer: true } };
    } catch (error) {
      options.signal?.throwIfAborted();
      this.#count(asked);
      return { failure: { problem: problemOf(error), isBadAnswer: false, error } };
    } finally {
      limit.cancel();
    }
  }

  #count(tokens: number): void {
    this.#tokens += tokens;
    this.#left -= tokens;
  }
}

/** Starts the time of an answer. Its signal aborts at the end, or with the signal of the call. */
export function startTimeLimit(
  { schedule, timeoutMs }: Pick<ModelLimits, "schedule" | "timeoutMs">,
  { signal }: CallOptions,
): { readonly signal: AbortSignal; readonly cancel: () => void } {
  const late = new AbortController();
  const problem = `model gave no answer within ${timeoutMs} ms`;
  const stop = (): void => late.abort(new DOMException(problem, "TimeoutError"));
  const signals = [late.signal, signal].filter((one) => one !== undefined);
  return { signal: AbortSignal.any(signals), cancel: schedule(stop, timeoutMs) };
}

/** Names an error without its message, which may hold text of memories. */
export function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return "failed";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
