import { MemoryError } from "@kioku/core";
import type { ListQuery, Memory, MemoryRecord, Origin, RememberInput } from "@kioku/core";
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
import { AIMessage, ChatMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";

import { speakerOf } from "./message-speaker.js";
import { fromStoredMessage, toStoredMessage } from "./stored-message.js";
import { isPlainObject } from "./tagged-json.js";

const PAGE = 1_000;

/** Options of `MemoryChatHistory`. */
export interface MemoryChatHistoryOptions {
  /** View whose scope holds the messages. */
  readonly memory: Memory;
  /**
   * Conversation, the `thread` of its records. At most 512 characters, no NUL and no lone
   * surrogate, which stores cannot keep.
   */
  readonly sessionId: string;
  /**
   * Number of newest messages that `getMessages` returns, at least 1. They may begin within a turn,
   * such as with a tool result (see `trimMessages` of LangChain). @defaultValue all
   */
  readonly maxMessages?: number | undefined;
  /** Lets `recall` find the messages. @defaultValue `true` */
  readonly index?: boolean | undefined;
}

/**
 * Chat history of LangChain in a memory. Each message is a record of kind `message`: `recall` finds
 * its text, and it comes back exactly as added. Archived and superseded messages are included.
 */
export class MemoryChatHistory extends BaseListChatMessageHistory {
  /** Namespace in LangChain's serialisation; `toJSON` gives `not_implemented`. */
  override lc_namespace: string[] = ["kioku", "chat_history"];
  readonly #memory: Memory;
  readonly #sessionId: string;
  readonly #maxMessages: number;
  readonly #index: boolean;

  /** @throws `invalid-input` naming the option. */
  constructor(options: MemoryChatHistoryOptions) {
    super();
    checkMembers(options, "options", ["memory", "sessionId", "maxMessages", "index"]);
    const { memory, sessionId, maxMessages, index = true } = options;
    checkMethods(memory, "options.memory", ["rememberAll", "list", "forget"]);
    this.#memory = memory;
    this.#sessionId = checkSessionId(sessionId);
    if (maxMessages !== undefined) {
      checkNumber(maxMessages, "options.maxMessages", { min: 1, integer: true });
    }
    this.#maxMessages = maxMessages ?? Infinity;
    this.#index = checkBoolean(index, "options.index");
  }

  /** Name of the class, also after minification. */
  static override lc_name(): string {
    return "MemoryChatHistory";
  }

  /**
   * Returns the messages of this session, oldest first by the memory's clock.
   * @throws `invalid-input` naming the record of an unreadable message.
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
   * @throws `invalid-input` naming a message that cannot be stored, such as one above 1,048,576
   *   characters as JSON; `rejected-by-plugin` if a plugin refused some: the others are added.
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

  /** Forgets the messages of this session. */
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

/** Kind of message records, shared with imported chats. */
const MESSAGE_KIND = "message";

const ORIGINS: Readonly<Record<string, Origin>> = {
  human: "user",
  user: "user",
  ai: "assistant",
  assistant: "assistant",
  model: "assistant",
  system: "system",
  developer: "system",
  remove: "system",
};

/** Longest message as JSON; core's limit for values. */
const MAX_JSON_LENGTH = 1_048_576;

/** Converts a message to an input: its text for recall, and all of it as the value. */
function toInput(message: BaseMessage, name: string): RememberInput {
  const value = toStoredMessage(message, name);
  const { length } = JSON.stringify(value);
  if (length > MAX_JSON_LENGTH) {
    const limit = `at most ${MAX_JSON_LENGTH} characters as JSON, but is ${length}`;
    throw invalidInput(name, `${limit}; keep pictures and files elsewhere, and their URL here`);
  }
  const { text } = message;
  const said = typeof text === "string" && text.trim() !== "";
  return {
    kind: MESSAGE_KIND,
    content: said ? text : describe(message),
    value,
    ...speakerOf(message),
    origin: originOf(message),
    // Nobody said the description.
    ...(said ? {} : { index: false }),
  };
}

/** Returns the message of a record; one without, as from an imported chat, gives its content. */
function toMessage({ id, value, content, speaker, origin }: MemoryRecord): BaseMessage {
  if (!isPlainObject(value) || typeof value["type"] !== "string" || !isPlainObject(value["data"])) {
    const named = { content, ...(speaker === undefined ? {} : { name: speaker }) };
    return toPlainMessage(named, origin);
  }
  try {
    return fromStoredMessage(value);
  } catch {
    // The error may quote the message.
    const problem = `record ${id} holds no message that can be read; mend its value, or forget it`;
    throw new MemoryError("invalid-input", problem);
  }
}

function toPlainMessage(
  fields: { readonly content: string; readonly name?: string },
  origin: Origin,
): BaseMessage {
  if (origin === "user") return new HumanMessage(fields);
  if (origin === "assistant") return new AIMessage(fields);
  if (origin === "system") return new SystemMessage(fields);
  return new ChatMessage({ ...fields, role: origin });
}

/** Returns the origin of a message; of an unknown role, `tool`, which is untrusted. */
function originOf(message: BaseMessage): Origin {
  const { role } = message as { readonly role?: unknown };
  const speaker = message.type === "generic" && typeof role === "string" ? role : message.type;
  return (Object.hasOwn(ORIGINS, speaker) ? ORIGINS[speaker] : undefined) ?? "tool";
}

/** Describes a message without text in a few words. */
function describe(message: BaseMessage): string {
  const { content } = message;
  const { tool_calls: calls } = message as { readonly tool_calls?: unknown };
  const names = namesIn(calls, "name");
  const parts = namesIn(content, "type").filter((type) => type !== "text" && type !== "tool_call");
  const holds = [...new Set(parts), ...(names.length > 0 ? [`calls ${names.join(", ")}`] : [])];
  return `(no text: ${holds.join(", ").slice(0, 200) || "empty"})`;
}

function namesIn(items: unknown, member: string): readonly string[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown) => {
    const name = isPlainObject(item) ? item[member] : undefined;
    return typeof name === "string" ? [name] : [];
  });
}
