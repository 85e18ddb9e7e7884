import { MemoryError, type Memory } from "@kioku/core";
import {
  toStorableText,
  checkBoolean,
  checkMembers,
  checkNumber,
  checkText,
  invalidInput,
  MAX_BATCH,
  MAX_NAME_LENGTH,
} from "@kioku/core/toolkit";
import type { UIMessage } from "ai";

import { appendMessages } from "./append-messages.js";
import { resolveChatLogOptions } from "./chat-log-options.js";
import type {
  ChatLogAppendOptions,
  ChatLogClearOptions,
  ChatLogLoadOptions,
  ChatLogOptions,
} from "./chat-log-options.js";
import { listLog, logFilter } from "./log-records.js";
import { toJson, unpackMessage } from "./message-json.js";
import { toLogged, type LoggedMessage } from "./message-record.js";
import { validateMessages, type MessageSchemas } from "./validate-messages.js";

const WRITE_OPTIONS = ["signal", "actor", "cause"];

/** Chats of one memory as lists of `UIMessage`, made by `chatLog`. */
export interface ChatLog<Message extends UIMessage = UIMessage> {
  /**
   * Appends the messages that the log lacks and rewrites, in place, those whose content changed. So
   * one new message and the whole list work alike, and a repeated call changes nothing. A message
   * forgotten in the middle is appended at the end, unless `forgetOthers` is set.
   *
   * New and changed messages are one batch, all or nothing. Messages whose trust falls and, with
   * `forgetOthers`, messages that move follow one by one. Of two concurrent changes of one message
   * the later wins; messages added by one call stay together.
   * @throws `invalid-input` for a message that is none, repeats an id of the list, changes its
   *   role, does not fit its schema, or exceeds 1,048,576 characters as JSON, and for a chat id
   *   that no record can have; `rejected-by-plugin` if a plugin refused some, after the rest was
   *   written; `conflict`, retryable, while other calls keep changing the same messages.
   */
  append(
    chatId: string,
    messages: readonly Message[],
    options?: ChatLogAppendOptions,
  ): Promise<void>;
  /**
   * Loads the messages of a chat, oldest first and checked again, ready for
   * `convertToModelMessages`. Returns an empty list for an unknown chat.
   * @throws `invalid-input` naming the record whose message is unreadable or does not fit its
   *   schema, and for a chat id that no record can have.
   */
  load(chatId: string, options?: ChatLogLoadOptions): Promise<Message[]>;
  /**
   * Forgets the messages of a chat and returns their number. Other records of the thread stay.
   * @throws `rejected-by-plugin`; `invalid-input` for a chat id that no record can have.
   */
  clear(chatId: string, options?: ChatLogClearOptions): Promise<number>;
}

/**
 * Keeps chats in a memory: each `UIMessage` of AI SDK 6 or 7 is a record of kind `message` in the
 * thread of its chat. `recall` finds the text, and `load` returns the message unchanged. Ids of
 * chats and messages are 1 to 512 characters, unique within the scope and the chat. A chat id holds
 * no NUL and no lone surrogate.
 *
 * The order needs no clock: a call that begins after another has ended comes after it, on any
 * machine.
 * @throws `invalid-input` naming the option.
 */
export function chatLog<Message extends UIMessage = UIMessage>(
  memory: Memory,
  options: ChatLogOptions<Message> = {},
): ChatLog<Message> {
  const settings = resolveChatLogOptions(memory, options);
  const { tools, dataSchemas, metadataSchema } = options;
  const schemas = { tools, dataSchemas, metadataSchema };
  return {
    async append(chatId, messages, appendOptions = {}) {
      const chat = checkChatId(chatId);
      checkMembers(appendOptions, "options", [...WRITE_OPTIONS, "forgetOthers"]);
      const { forgetOthers = false, ...writeOptions } = appendOptions;
      checkBoolean(forgetOthers, "options.forgetOthers");
      const logged = await checkMessages(messages, schemas);
      await appendMessages(logged, { ...writeOptions, settings, chatId: chat, forgetOthers });
    },
    async load(chatId, loadOptions = {}) {
      const chat = checkChatId(chatId);
      checkMembers(loadOptions, "options", ["signal", "last"]);
      const { last, signal } = loadOptions;
      if (last !== undefined) checkNumber(last, "options.last", { min: 1, integer: true });
      const records =
        last === undefined
          ? await listLog(memory, chat, { signal })
          : (await listLog(memory, chat, { order: "desc", limit: last, signal })).toReversed();
      const stored = records.map(({ value }) => unpackMessage(value));
      return validateMessages(stored, schemas, (index, path) => {
        const problem = `record ${records[index]?.id ?? ""} holds no message that can be read${path}`;
        const remedy = "mend its value or the schemas, or forget it";
        return new MemoryError("invalid-input", `${problem}; ${remedy}`);
      });
    },
    async clear(chatId, clearOptions = {}) {
      const chat = checkChatId(chatId);
      checkMembers(clearOptions, "options", [...WRITE_OPTIONS, "purge"]);
      return memory.forget({ filter: logFilter(chat) }, clearOptions);
    },
  };
}

async function checkMessages<Message extends UIMessage>(
  messages: readonly Message[],
  schemas: MessageSchemas<Message>,
): Promise<readonly LoggedMessage[]> {
  if (!Array.isArray(messages)) throw invalidInput("messages", "a list of messages", messages);
  if (messages.length > MAX_BATCH) throw invalidInput("messages", `at most ${MAX_BATCH} messages`);
  const given = Array.from(messages as readonly unknown[]);
  // Checks without schemas first: transformed values are for readers only.
  const plain = await validateMessages<UIMessage>(given, {}, misfit);
  requireOwnIds(plain);
  const json = plain.map((message, index) => toJson(message, nameOf(index)));
  if (Object.values(schemas).some((schema) => schema !== undefined)) {
    await validateMessages(json, schemas, misfit);
  }
  return plain.map((message, index) => toLogged(message, json[index] ?? null, nameOf(index)));
}

function misfit(index: number, path: string): Error {
  return invalidInput(nameOf(index), `a UIMessage that fits its schemas; it does not${path}`);
}

function requireOwnIds(messages: readonly UIMessage[]): void {
  const indexes = new Map<string, number>();
  for (const [index, message] of messages.entries()) {
    if (message.id === "") {
      const remedy = "let the AI SDK make ids of answers, with the option generateMessageId";
      throw invalidInput(`${nameOf(index)}.id`, `not empty; ${remedy}`);
    }
    const id = toStorableText(checkText(message.id, `${nameOf(index)}.id`, MAX_NAME_LENGTH));
    const other = indexes.get(id);
    if (other !== undefined) {
      throw invalidInput(nameOf(index), `of another id than ${nameOf(other)}`);
    }
    indexes.set(id, index);
  }
}

function checkChatId(chatId: unknown): string {
  const id = checkText(chatId, "chatId", MAX_NAME_LENGTH);
  if (toStorableText(id) === id) return id;
  throw invalidInput("chatId", "a text without NUL and lone surrogates");
}

function nameOf(index: number): string {
  return `messages[${index}]`;
}
