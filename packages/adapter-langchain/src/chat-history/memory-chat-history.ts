import { MemoryError } from "@kioku/core";
import type { ListQuery, Memory, MemoryRecord } from "@kioku/core";
import {
  toStorableText,
  checkBoolean,
  checkMembers,
  checkMethods,
  checkNumber,
  checkText,
  invalidInput,
  MAX_NAME_LENGTH,
} from "@kioku/core/toolkit";
import { BaseListChatMessageHistory } from "@langchain/core/chat_history";
import type { BaseMessage } from "@langchain/core/messages";

import { MESSAGE_KIND, toInput, toMessage } from "./message-record.js";

const PAGE = 1_000;

/** What `MemoryChatHistory` takes. */
export interface MemoryChatHistoryOptions {
  /** The view whose scope the messages are in. */
  readonly memory: Memory;
  /**
   * The conversation: the `thread` of its records. At most 512 characters, without NUL and without
   * lone surrogates: stores cannot keep those apart.
   */
  readonly sessionId: string;
  /**
   * How many messages `getMessages` gives: the newest, in order; at least 1. They may begin within
   * a turn, such as with the result of a tool: LangChain's `trimMessages` mends that. @defaultValue
   * all
   */
  readonly maxMessages?: number | undefined;
  /** Whether `recall` finds what was said. @defaultValue `true` */
  readonly index?: boolean | undefined;
}

/**
 * A conversation in a memory, as a chat history of LangChain. Each message is a record of kind
 * `message`, so that `recall` finds what was said, and comes back exactly as it was added, whatever
 * its class. What forgetting put aside, and what was superseded, is still there; what has expired
 * is not.
 */
export class MemoryChatHistory extends BaseListChatMessageHistory {
  /**
   * Where LangChain's serialisation files it. A memory cannot be serialised: `toJSON` says
   * `not_implemented`.
   */
  override lc_namespace: string[] = ["kioku", "chat_history"];
  readonly #memory: Memory;
  readonly #sessionId: string;
  readonly #maxMessages: number;
  readonly #index: boolean;

  /**
   * @throws `invalid-input` naming the option that cannot work, or that there is none of that name.
   */
  constructor(options: MemoryChatHistoryOptions) {
    super();
    checkMembers(options, "options", ["memory", "sessionId", "maxMessages", "index"]);
    const { memory, sessionId, maxMessages, index = true } = options;
    checkMethods(memory, "options.memory", ["rememberAll", "list", "forget"]);
    this.#memory = memory;
    this.#sessionId = checkSessionId(sessionId);
    this.#maxMessages =
      maxMessages === undefined
        ? Infinity
        : checkNumber(maxMessages, "options.maxMessages", { min: 1, integer: true });
    this.#index = checkBoolean(index, "options.index");
  }

  /** The name of the class, also after minification. */
  static override lc_name(): string {
    return "MemoryChatHistory";
  }

  /**
   * The messages of this session, oldest first: in the order of the memory's clock when they were
   * added, those of one call in theirs.
   * @throws `invalid-input` naming the record of a message that cannot be read.
   */
  override async getMessages(): Promise<BaseMessage[]> {
    const newestFirst = this.#maxMessages !== Infinity;
    const records = await this.#read(newestFirst ? "desc" : "asc");
    const messages = records.map((record) => toMessage(record));
    return newestFirst ? messages.toReversed() : messages;
  }

  /** Adds one message. @throws As `addMessages`. */
  override async addMessage(message: BaseMessage): Promise<void> {
    await this.addMessages([message]);
  }

  /**
   * Adds messages in their order, all or none.
   * @throws `invalid-input` naming the message, by its place, that cannot be stored, such as one of
   *   more than 1,048,576 characters as JSON; `rejected-by-plugin` if a plugin refused some: the
   *   others are added.
   */
  override async addMessages(messages: BaseMessage[]): Promise<void> {
    if (!Array.isArray(messages)) throw invalidInput("messages", "a list", messages);
    const inputs = Array.from(messages, (message, index) => ({
      ...(this.#index ? {} : { index: false }),
      ...toInput(message, `messages[${index}]`),
      thread: this.#sessionId,
    }));
    const receipts = await this.#memory.rememberAll(inputs);
    for (const [index, receipt] of receipts.entries()) {
      if (receipt.status !== "rejected") continue;
      const problem = `messages[${index}] was refused by ${receipt.by}: ${receipt.reason}`;
      throw new MemoryError("rejected-by-plugin", problem);
    }
  }

  /** Forgets the messages of this session, and nothing else. */
  override async clear(): Promise<void> {
    await this.#memory.forget({
      filter: { "@kind": MESSAGE_KIND, "@thread": this.#sessionId },
    });
  }

  async #read(order: "asc" | "desc"): Promise<readonly MemoryRecord[]> {
    const query: ListQuery = {
      kinds: [MESSAGE_KIND],
      filter: { "@thread": this.#sessionId },
      order,
      includeArchived: true,
      includeRetired: true,
    };
    const records: MemoryRecord[] = [];
    let cursor: string | undefined;
    do {
      const limit = Math.min(PAGE, this.#maxMessages - records.length);
      const page = await this.#memory.list({ ...query, limit, cursor });
      records.push(...page.items);
      ({ cursor } = page);
    } while (cursor !== undefined && records.length < this.#maxMessages);
    return records;
  }
}

function checkSessionId(sessionId: unknown): string {
  const name = "options.sessionId";
  const id = checkText(sessionId, name, MAX_NAME_LENGTH);
  if (toStorableText(id) === id) return id;
  throw invalidInput(name, "a text without NUL and lone surrogates");
}
