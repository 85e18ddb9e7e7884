import type { Logger, Memory } from "@kioku/core";
import { hashText, safeLogger } from "@kioku/core/toolkit";
import { createTrustJudge, lowerVerdict } from "@kioku/tools";
import type { FailurePolicy, ReadText, TrustVerdict } from "@kioku/tools";

import { markCall, markedTurn, markText, pastCalls, type TurnMessage } from "../turn/marks.js";
import type { PromptWords } from "../turn/prompt-words.js";
import { inputWords, markedVerdict, readTexts } from "../turn/read-texts.js";
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
  /** View of the conversation, or the memory itself. */
  readonly talk: Memory;
  readonly turns: OpenTurns;
  readonly options: ResolvedMiddlewareOptions;
  readonly signal: AbortSignal | undefined;
  readonly words: PromptWords;
}

/** Age at which shown memories are recalled again. */
const MAX_AGE_MS = 600_000;

const TRUSTED: TrustVerdict = { trust: 1, because: [] };

/** One call of a model in a turn. */
export class ModelStep {
  /** Failures that were continued over. */
  readonly warnings: readonly CallWarning[];
  readonly #turn: Turn;
  readonly #context: StepContext;
  readonly #rules: ResolvedMiddlewareOptions & FailurePolicy;
  readonly #answer: StepAnswer;
  /** Verdict of other memories on the answer. */
  #marked = TRUSTED;
  /** Texts of the prompt. */
  #read: readonly ReadText[] = [];
  /** Judges by the number of texts that the provider had returned. */
  readonly #judges = new Map<number, (written: string) => TrustVerdict>();

  constructor(turn: Turn, context: StepContext) {
    const { options, signal } = context;
    const warnings: CallWarning[] = [];
    this.warnings = warnings;
    this.#turn = turn;
    this.#context = context;
    this.#rules = { ...options, signal, logger: reportingTo(warnings, options.logger) };
    this.#answer = new StepAnswer(options.trusts);
  }

  /** Returns the prompt with recalled memories; recalls unless an earlier step did so lately. */
  async show(prompt: readonly TurnMessage[]): Promise<readonly TurnMessage[]> {
    const turn = this.#turn;
    const { inject, trusts } = this.#rules;
    this.#forgetShown(pastCalls(prompt).ids);
    this.#read = readTexts(prompt, trusts);
    keepDoubted(turn, this.#read);
    this.#dropOld();
    const { talk, words } = this.#context;
    const found = turn.recalled ?? (await recallTurn(talk, { turn, words }, this.#rules));
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
   * their tools and for the next step, and texts with one if they are not fully trusted.
   */
  add(part: AnswerPart): AnswerPart {
    this.#answer.add(part);
    const { type, toolCallId, providerMetadata, text, id } = part;
    // Another memory may have marked it.
    const marked = markedVerdict(providerMetadata, this.#rules.trusts);
    if (type === "text" || type === "text-end") {
      this.#marked = lowerVerdict(this.#marked, marked);
      const written = type === "text" ? String(text) : this.#answer.textOf(id);
      return markText(part, lowerVerdict(this.#verdictOn(written), marked));
    }
    if (type === "finish") return markText(part, this.verdict);
    if (type !== "tool-call" || typeof toolCallId !== "string") return part;
    const { memory, turns } = this.#context;
    const turn = this.#turn;
    const verdict = lowerVerdict(this.#verdictOn(inputWords(part.input)), marked);
    const given = markedTurn(providerMetadata);
    if (given !== undefined) turn.names.add(given);
    turns.keep(turn, toolCallId);
    noteShownTrust({ memory, toolCallId, turn: turn.id }, verdict);
    return markCall(part, { turn: turn.id, verdict });
  }

  /** Verdict on the answer so far. */
  get verdict(): TrustVerdict {
    return lowerVerdict(this.#verdictOn(this.#answer.text), this.#marked);
  }

  /** Returns the verdict on words by all that the model has read so far. */
  #verdictOn(written: string): TrustVerdict {
    if (written.trim() === "") return TRUSTED;
    const { told } = this.#answer;
    const judge = this.#judges.get(told.length) ?? createTrustJudge(this.#readSoFar());
    this.#judges.set(told.length, judge);
    return judge(written);
  }

  #readSoFar(): readonly ReadText[] {
    const { doubted, recalled } = this.#turn;
    const others = this.#read.filter(({ trust }) => (trust ?? 1) === 1);
    return [...doubted.values(), ...(recalled?.read ?? []), ...this.#answer.told, ...others];
  }

  /** Ends the step; remembers the turn if it ends, too. */
  async end(): Promise<void> {
    const answer = this.#answer;
    if (answer.hasFailed) return this.#fail();
    const turn = this.#turn;
    turn.hasAnswered = true;
    const { verdict } = this;
    keepDoubted(turn, answer.told);
    if (!answer.isPending) {
      this.#context.turns.close(turn);
      this.#forgetShown(turn.callIds);
    }
    return captureTurn(this.#context.talk, { turn, answer, verdict }, this.#rules);
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
    keepDoubted(turn, recalled.read);
    turn.recalled = undefined;
  }

  #forgetShown(callIds: Iterable<string>): void {
    const { memory } = this.#context;
    for (const toolCallId of callIds) forgetShownTrust({ memory, toolCallId, turn: this.#turn.id });
  }
}

/** Keeps texts that are not fully trusted: later steps may leave them out of their prompts. */
function keepDoubted({ doubted }: Turn, read: readonly ReadText[]): void {
  for (const one of read) {
    if ((one.trust ?? 1) === 1) continue;
    const isFresh = one.isFresh === true;
    const key = hashText(JSON.stringify(one.sources ?? []), isFresh ? "" : one.text);
    doubted.set(key, isFresh ? { ...one, text: "" } : one);
  }
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
