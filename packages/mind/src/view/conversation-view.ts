import type {
  CallOptions,
  Filter,
  Memory,
  Receipt,
  RememberInput,
  Scope,
  WriteOptions,
} from "@kioku/core";
import { checkObject, checkTexts, MAX_NAME_LENGTH, standInFor } from "@kioku/core/toolkit";

import type { Conversation, HeardTurn, PromptPressure, PromptWindow } from "../api/conversation.js";
import { makeContext, type TalkSoFar } from "../context/mind-context.js";
import type { MindHost } from "../model/mind-host.js";
import { consolidate } from "../run/consolidate.js";
import { turnsToInputs } from "./heard-turns.js";
import { MemoryDelegate } from "./memory-delegate.js";
import { addTold, changeTalk, readTalk, type TalkState } from "./talk-state.js";
import { checkPressure, nextDrop } from "./window.js";

/** Parts of a view of a talk. */
export interface ConversationParts {
  readonly mind: Memory;
  readonly thread: string;
  readonly keepsContext: boolean;
  /** Returns the host of the scope. Throws if the mind is closed. */
  readonly openHost: () => MindHost;
}

/** A talk, and what it was told. */
export class ConversationView extends MemoryDelegate implements Conversation {
  readonly thread: string;
  protected readonly inner: Memory;
  readonly #parts: ConversationParts;

  constructor(parts: ConversationParts) {
    super();
    this.thread = parts.thread;
    this.inner = parts.mind;
    this.#parts = parts;
    standInFor(this, parts.mind);
  }

  get scopePath(): Scope {
    return this.inner.scopePath;
  }

  scope(...path: readonly [string, ...string[]]): Memory {
    return this.inner.scope(...path);
  }

  async hear(
    turns: string | HeardTurn | readonly HeardTurn[],
    options: WriteOptions = {},
  ): Promise<readonly Receipt[]> {
    const { kinds } = this.#parts.openHost();
    const kind = kinds.includes("message") ? "message" : (kinds[0] ?? "message");
    return this.rememberAll(turnsToInputs(turns, kind), options);
  }

  override async remember(
    ...[input, options]: Parameters<Memory["remember"]>
  ): ReturnType<Memory["remember"]> {
    return this.inner.remember(this.#ofThread(input), options);
  }

  override async rememberAll(
    ...[inputs, options]: Parameters<Memory["rememberAll"]>
  ): ReturnType<Memory["rememberAll"]> {
    const given: unknown = inputs;
    // Core refuses anything but a list.
    const ofThread = Array.isArray(given)
      ? Array.from(inputs, (input) => this.#ofThread(input))
      : inputs;
    return this.inner.rememberAll(ofThread, options);
  }

  override async recall(
    ...[query, options = {}]: Parameters<Memory["recall"]>
  ): ReturnType<Memory["recall"]> {
    const host = this.#parts.openHost();
    const asked = typeof query === "string" ? { query } : query;
    checkObject(asked, "query");
    const own = checkTexts(asked.exclude ?? [], "query.exclude", MAX_NAME_LENGTH);
    const { told } = await readTalk(host.memory, this.thread, options);
    const found = await this.inner.recall({ ...asked, exclude: [...own, ...told] }, options);
    await this.#tell(
      host,
      found.map(({ id }) => id),
      options,
    );
    return found;
  }

  override async context(
    ...[query = {}, options = {}]: Parameters<Memory["context"]>
  ): ReturnType<Memory["context"]> {
    const host = this.#parts.openHost();
    const { keepsContext } = this.#parts;
    checkObject(options, "options");
    const { signal } = options;
    const state = await readTalk(host.memory, this.thread, { signal });
    const talk: TalkSoFar = {
      thread: this.thread,
      isShortened: state.drop > 0,
      told: keepsContext ? state.told : [],
      filter: this.#notInPrompt(state),
    };
    const { prompt, told } = await makeContext(host, query, { options, talk });
    if (keepsContext) await this.#tell(host, told, { signal });
    return prompt;
  }

  async window(pressure: PromptPressure, options: CallOptions = {}): Promise<PromptWindow> {
    const host = this.#parts.openHost();
    const checked = checkPressure(pressure);
    const { memory } = host;
    const before = await readTalk(memory, this.thread, options);
    const drop = nextDrop(before.drop, checked);
    if (drop === before.drop) return { drop };
    if (drop > before.drop) await this.#consolidate(host, options);
    const droppedUntil = await this.#lastOf(host, drop, options);
    const change = ({ told }: TalkState): TalkState => {
      return { told, drop, ...(droppedUntil === undefined ? {} : { droppedUntil }) };
    };
    await changeTalk(memory, this.thread, { ...options, change });
    return { drop };
  }

  /** Consolidates what is left out; a failure is the run's, and the raw turns are there. */
  async #consolidate(host: MindHost, { signal }: CallOptions): Promise<void> {
    try {
      await consolidate(host, { signal, trigger: "pressure" });
    } catch (error) {
      signal?.throwIfAborted();
      host.logger.warn("consolidation under pressure failed", { error });
    }
  }

  /** Returns when the last of so many oldest turns was written. */
  async #lastOf(
    { memory, kinds }: MindHost,
    count: number,
    options: CallOptions,
  ): Promise<string | undefined> {
    if (count === 0) return undefined;
    const filter = { "@thread": this.thread };
    const limit = Math.min(count, 1_000);
    const { items } = await memory.list({ kinds, filter, includeArchived: true, limit }, options);
    return items.at(-1)?.createdAt.toISOString();
  }

  #notInPrompt({ droppedUntil }: TalkState): Filter {
    const isOther = { $ne: this.thread };
    if (droppedUntil === undefined) return { "@thread": isOther, "mind.thread": isOther };
    return { $or: [{ "@thread": isOther }, { "@createdAt": { $lte: new Date(droppedUntil) } }] };
  }

  async #tell(host: MindHost, ids: readonly string[], { signal }: CallOptions): Promise<void> {
    if (ids.length === 0) return;
    try {
      const change = (state: TalkState): TalkState | undefined => addTold(state, ids);
      await changeTalk(host.memory, this.thread, { signal, change });
    } catch (error) {
      // Worse than telling it again would be not to tell it at all.
      signal?.throwIfAborted();
      host.logger.warn("the told memories of a talk could not be kept", { error });
    }
  }

  #ofThread(input: string | RememberInput): RememberInput {
    if (typeof input === "string") return { content: input, thread: this.thread };
    checkObject(input, "input");
    return { ...input, thread: input.thread ?? this.thread };
  }
}
