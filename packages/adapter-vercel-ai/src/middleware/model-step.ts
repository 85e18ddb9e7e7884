import type { Memory } from "@kioku/core";
import type { FailureRules } from "@kioku/core/toolkit";

import { markCall, markedTurn, pastCalls } from "../turn/call-mark.js";
import type { PromptWords } from "../turn/prompt-words.js";
import { forgetShownTrust, noteShownTrust } from "../turn/shown-trust.js";
import { markedTrust, partsOf, toldTrust } from "../turn/told-trust.js";
import type { TurnMessage } from "../turn/told-trust.js";
import { captureTurn } from "./capture-turn.js";
import type { ResolvedMiddlewareOptions } from "./memory-middleware-options.js";
import type { OpenTurns } from "./open-turns.js";
import { recallTurn } from "./recall-turn.js";
import { reportingTo } from "./reported.js";
import type { CallWarning } from "./reported.js";
import { sourceParts } from "./source-parts.js";
import type { MemorySourcePart } from "./source-parts.js";
import { StepAnswer } from "./step-answer.js";
import type { AnswerPart } from "./step-answer.js";
import type { Turn } from "./turn.js";
import { withRecalled } from "./with-recalled.js";

/** What a step belongs to. */
export interface StepPlace {
  readonly memory: Memory;
  readonly turns: OpenTurns;
  readonly options: ResolvedMiddlewareOptions;
  readonly signal: AbortSignal | undefined;
  /** Those of its prompt. */
  readonly words: PromptWords;
}

/** How long what was recalled is shown in further steps before it is recalled anew. */
const MAX_AGE_MS = 600_000;

/** One call of a model in a turn. */
export class ModelStep {
  /** What failed and was continued over. */
  readonly warnings: readonly CallWarning[];
  readonly #turn: Turn;
  readonly #place: StepPlace;
  readonly #rules: ResolvedMiddlewareOptions & FailureRules;
  readonly #answer: StepAnswer;

  constructor(turn: Turn, place: StepPlace) {
    const { options, signal } = place;
    const warnings: CallWarning[] = [];
    this.warnings = warnings;
    this.#turn = turn;
    this.#place = place;
    this.#rules = { ...options, signal, logger: reportingTo(warnings, options.logger) };
    this.#answer = new StepAnswer(options.trustedTools);
  }

  /**
   * The prompt with what the memory has to say, recalled unless a step before has done so lately.
   */
  async show(prompt: readonly TurnMessage[]): Promise<readonly TurnMessage[]> {
    const turn = this.#turn;
    const { inject, trustedTools } = this.#rules;
    this.#forgetShown(pastCalls(prompt).ids);
    turn.told = Math.min(turn.told, toldTrust(prompt, trustedTools), shownTrust(prompt));
    this.#dropOld();
    const { memory, words } = this.#place;
    const found = turn.recalled ?? (await recallTurn(memory, { turn, words }, this.#rules));
    turn.recalled ??= found;
    return found ? withRecalled(prompt, found, inject) : prompt;
  }

  /** What the answer is to list: what was recalled, until an answer of the turn has. */
  sources(): readonly MemorySourcePart[] {
    const { hasAnswered, recalled } = this.#turn;
    return hasAnswered || !recalled ? [] : sourceParts(recalled.memories);
  }

  /**
   * Takes the next part of the answer, before anybody can act on it. Calls of tools come back
   * marked, for their tools and next steps.
   */
  add(part: AnswerPart): AnswerPart {
    this.#answer.add(part);
    const { type, toolCallId, providerMetadata } = part;
    if (type !== "tool-call" || typeof toolCallId !== "string") return part;
    const { memory, turns } = this.#place;
    const turn = this.#turn;
    const trust = Math.min(turn.told, turn.recalled?.trust ?? 1, this.#answer.trust);
    const given = markedTurn(providerMetadata);
    if (given !== undefined) turn.names.add(given);
    turns.keep(turn, toolCallId);
    noteShownTrust({ memory, toolCallId, turn: turn.id }, trust);
    return markCall(part, { turn: turn.id, trust });
  }

  /** The answer is whole: remembers the turn, if it has ended with it. */
  async end(): Promise<void> {
    const answer = this.#answer;
    if (answer.hasFailed) return this.fail();
    const turn = this.#turn;
    turn.hasAnswered = true;
    turn.told = Math.min(turn.told, answer.trust);
    if (!answer.isPending) {
      this.#place.turns.close(turn);
      this.#forgetShown(turn.callIds);
    }
    return captureTurn(this.#place.memory, { turn, answer }, this.#rules);
  }

  /**
   * Nobody waits for the rest of the answer, as when the AI SDK tries again after the model has
   * said that it failed.
   */
  cancel(): void {
    if (this.#answer.hasFailed) this.fail();
  }

  /** The call has failed, and may be tried again. */
  fail(): void {
    const { signal, turns } = this.#place;
    if (!signal?.aborted) turns.keepFailed(this.#turn);
  }

  /**
   * Since then a memory may have been changed or erased. What the model was shown stays with it.
   */
  #dropOld(): void {
    const turn = this.#turn;
    const { recalled } = turn;
    if (!recalled || recalled.atMs >= performance.now() - MAX_AGE_MS) return;
    turn.told = Math.min(turn.told, recalled.trust);
    turn.recalled = undefined;
  }

  #forgetShown(callIds: Iterable<string>): void {
    const { memory } = this.#place;
    for (const toolCallId of callIds) forgetShownTrust({ memory, toolCallId, turn: this.#turn.id });
  }
}

/**
 * The least trust of what other memories have put into a prompt: into words of the user, or into
 * instructions.
 */
function shownTrust(prompt: readonly TurnMessage[]): number {
  const marks = prompt
    .flatMap((message) => [message, ...(message.role === "user" ? partsOf(message.content) : [])])
    .map(({ providerOptions }) => markedTrust(providerOptions));
  return Math.min(1, ...marks.filter((trust) => trust !== undefined));
}
