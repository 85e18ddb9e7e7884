import type { Logger, Memory } from "@kioku/core";
import { safeLogger } from "@kioku/core/toolkit";
import type { FailurePolicy } from "@kioku/tools";

import { markCall, markedTrust, markedTurn, partsOf, pastCalls, toldTrust } from "../turn/marks.js";
import type { TurnMessage } from "../turn/marks.js";
import type { PromptWords } from "../turn/prompt-words.js";
import { forgetShownTrust, noteShownTrust } from "../turn/shown-trust.js";
import { captureTurn } from "./capture-turn.js";
import type { ResolvedMiddlewareOptions } from "./memory-middleware-options.js";
import type { OpenTurns } from "./open-turns.js";
import { recallTurn } from "./recall-turn.js";
import { sourceParts, type MemorySourcePart } from "./source-parts.js";
import { StepAnswer, type AnswerPart } from "./step-answer.js";
import type { Turn } from "./turn.js";
import { withRecalled } from "./with-recalled.js";

interface StepContext {
  readonly memory: Memory;
  readonly turns: OpenTurns;
  readonly options: ResolvedMiddlewareOptions;
  readonly signal: AbortSignal | undefined;
  readonly words: PromptWords;
}

/** Age at which shown memories are recalled again. */
const MAX_AGE_MS = 600_000;

/** One call of a model in a turn. */
export class ModelStep {
  /** Failures that were continued over. */
  readonly warnings: readonly CallWarning[];
  readonly #turn: Turn;
  readonly #context: StepContext;
  readonly #rules: ResolvedMiddlewareOptions & FailurePolicy;
  readonly #answer: StepAnswer;

  constructor(turn: Turn, context: StepContext) {
    const { options, signal } = context;
    const warnings: CallWarning[] = [];
    this.warnings = warnings;
    this.#turn = turn;
    this.#context = context;
    this.#rules = { ...options, signal, logger: reportingTo(warnings, options.logger) };
    this.#answer = new StepAnswer(options.trustedTools);
  }

  /** Returns the prompt with recalled memories; recalls unless an earlier step did so lately. */
  async show(prompt: readonly TurnMessage[]): Promise<readonly TurnMessage[]> {
    const turn = this.#turn;
    const { inject, trustedTools } = this.#rules;
    this.#forgetShown(pastCalls(prompt).ids);
    turn.trust = Math.min(turn.trust, toldTrust(prompt, trustedTools), shownTrust(prompt));
    this.#dropOld();
    const { memory, words } = this.#context;
    const found = turn.recalled ?? (await recallTurn(memory, { turn, words }, this.#rules));
    turn.recalled ??= found;
    return found ? withRecalled(prompt, found, inject) : prompt;
  }

  /** Returns the sources to list: the recalled memories, in the first answer of a turn. */
  sources(): readonly MemorySourcePart[] {
    const { hasAnswered, recalled } = this.#turn;
    return hasAnswered || !recalled ? [] : sourceParts(recalled.memories);
  }

  /**
   * Takes the next part of the answer before anybody acts on it. Returns tool calls with a mark for
   * their tools and for the next step.
   */
  add(part: AnswerPart): AnswerPart {
    this.#answer.add(part);
    const { type, toolCallId, providerMetadata } = part;
    if (type !== "tool-call" || typeof toolCallId !== "string") return part;
    const { memory, turns } = this.#context;
    const turn = this.#turn;
    const trust = Math.min(turn.trust, turn.recalled?.trust ?? 1, this.#answer.trust);
    const given = markedTurn(providerMetadata);
    if (given !== undefined) turn.names.add(given);
    turns.keep(turn, toolCallId);
    noteShownTrust({ memory, toolCallId, turn: turn.id }, trust);
    return markCall(part, { turn: turn.id, trust });
  }

  /** Ends the step; remembers the turn if it ends, too. */
  async end(): Promise<void> {
    const answer = this.#answer;
    if (answer.hasFailed) return this.#fail();
    const turn = this.#turn;
    turn.hasAnswered = true;
    turn.trust = Math.min(turn.trust, answer.trust);
    if (!answer.isPending) {
      this.#context.turns.close(turn);
      this.#forgetShown(turn.callIds);
    }
    return captureTurn(this.#context.memory, { turn, answer }, this.#rules);
  }

  /** Handles an answer that is read no further, such as before a retry of the AI SDK. */
  cancel(): void {
    if (this.#answer.hasFailed) this.#fail();
  }

  /** Runs a call of the model; keeps the turn for a retry if it fails. */
  async guard<T>(call: () => PromiseLike<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      this.#fail();
      throw error;
    }
  }

  #fail(): void {
    const { signal, turns } = this.#context;
    if (!signal?.aborted) turns.keepFailed(this.#turn);
  }

  /**
   * Drops old memories, which may have changed since. The model keeps the trust of what it was
   * shown.
   */
  #dropOld(): void {
    const turn = this.#turn;
    const { recalled } = turn;
    if (!recalled || recalled.atMs >= performance.now() - MAX_AGE_MS) return;
    turn.trust = Math.min(turn.trust, recalled.trust);
    turn.recalled = undefined;
  }

  #forgetShown(callIds: Iterable<string>): void {
    const { memory } = this.#context;
    for (const toolCallId of callIds) forgetShownTrust({ memory, toolCallId, turn: this.#turn.id });
  }
}

/** Returns the least trust of what other memories put into a prompt. */
function shownTrust(prompt: readonly TurnMessage[]): number {
  const marks = prompt
    .flatMap((message) => [message, ...(message.role === "user" ? partsOf(message.content) : [])])
    .map(({ providerOptions }) => markedTrust(providerOptions));
  return Math.min(1, ...marks.filter((trust) => trust !== undefined));
}

interface CallWarning {
  readonly type: "other";
  readonly message: string;
}

/**
 * Returns a logger that also adds to the warnings of a call, without details that apps should not
 * print.
 */
function reportingTo(warnings: CallWarning[], logger: Logger | undefined): Logger {
  const reported =
    (level: keyof Logger): Logger["warn"] =>
    (what, details) => {
      const { code = details?.["error"] } = details ?? {};
      const reason = typeof code === "string" ? ` (${code})` : "";
      warnings.push({ type: "other", message: `Kioku: ${what}${reason}` });
      return logger?.[level](what, details);
    };
  return safeLogger({ warn: reported("warn"), error: reported("error") });
}
