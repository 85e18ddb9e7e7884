import type { BaseMessage } from "@langchain/core/messages";

import type { AgentRun } from "./agent-run.js";
import type { ResolvedMiddlewareOptions } from "./memory-middleware-options.js";
import { recallText } from "./recall-text.js";
import { TurnRecalls } from "./turn-recalls.js";
import type { Recalled } from "./turn-recalls.js";
import { lastAsked } from "./turn.js";

/** What the memory shows to a model in its turns. */
export class TurnMemory {
  readonly #options: ResolvedMiddlewareOptions;
  readonly #recalls = new TurnRecalls();

  constructor(options: ResolvedMiddlewareOptions) {
    this.#options = options;
  }

  /** What the memory has to say to this message, recalled once for a message and a run. */
  async recalledFor(
    asked: BaseMessage | undefined,
    run: AgentRun,
    messages: readonly BaseMessage[],
  ): Promise<Recalled> {
    return this.#recalls.recalledFor(asked, run, (message) =>
      recallText(message, { run, messages }, this.#options),
    );
  }

  /**
   * The least trust of what the model was shown. A run that was resumed may have to recall again
   * for it.
   */
  async shownTrust(messages: readonly BaseMessage[], run: AgentRun): Promise<number> {
    if (!this.#options.recall) return 1;
    const asked = lastAsked(messages);
    await this.recalledFor(asked, run, messages);
    return this.#recalls.leastTrust(asked, run);
  }
}
