import type { Memory } from "@kioku/core";

import { askedIn, isContinued } from "../turn/asked.js";
import { pastCalls } from "../turn/call-mark.js";
import { PromptWords } from "../turn/prompt-words.js";
import type { TurnMessage } from "../turn/told-trust.js";
import type { ResolvedMiddlewareOptions } from "./memory-middleware-options.js";
import { ModelStep } from "./model-step.js";
import { OpenTurns } from "./open-turns.js";
import { beginTurn, conversationOf } from "./turn.js";
import type { Turn } from "./turn.js";

/** What is used of a call of a model. */
export interface ModelCall {
  readonly prompt: readonly TurnMessage[];
  readonly abortSignal?: AbortSignal | undefined;
}

/** The memory of a model, and its turns under way. */
export class TurnMemory {
  readonly #memory: Memory;
  readonly #options: ResolvedMiddlewareOptions;
  readonly #turns = new OpenTurns();

  constructor(memory: Memory, options: ResolvedMiddlewareOptions) {
    this.#memory = memory;
    this.#options = options;
  }

  /**
   * The step that a call is, of a turn that has begun or of a new one; nothing where the user has
   * said nothing.
   */
  stepOf({ prompt, abortSignal: signal }: ModelCall): ModelStep | undefined {
    const words = new PromptWords(prompt);
    const turn = this.#turnOf(prompt, words);
    if (!turn) return undefined;
    const [memory, turns, options] = [this.#memory, this.#turns, this.#options];
    return new ModelStep(turn, { memory, turns, options, signal, words });
  }

  #turnOf(prompt: readonly TurnMessage[], words: PromptWords): Turn | undefined {
    const asked = askedIn(prompt);
    const begun = asked && { prompt, asked, words };
    const conversation = (): string | undefined => begun && conversationOf(begun, this.#options);
    const known = isContinued(prompt)
      ? this.#turns.find(pastCalls(prompt), conversation)
      : undefined;
    if (known || !begun) return known;
    const fresh = beginTurn(begun, this.#options);
    return this.#turns.takeFailed(fresh.conversation) ?? fresh;
  }
}
