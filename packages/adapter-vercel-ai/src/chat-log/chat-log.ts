import type { Memory } from "@kioku/core";
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
import { toJson } from "./message-json.js";
import { damaged, storedMessage, toLogged } from "./message-record.js";
import type { LoggedMessage } from "./message-record.js";
import { validateMessages } from "./validate-messages.js";
import type { MessageSchemas } from "./validate-messages.js";

const WRITE_OPTIONS = ["signal", "actor", "cause"];

/** The chats of one memory, in the shape that apps of the AI SDK keep. Made by `chatLog`. */
export interface ChatLog<Message extends UIMessage = UIMessage> {
  /**
   * Writes those of the messages that the log of this chat does not hold, in their order after all
   * that is there, and a new version of those that it holds with another content, in their old
   * place. So it takes one new message as well as the whole list, again and again. A message that
   * was forgotten in the middle comes after all others, unless `forgetOthers` says that the list is
   * the chat.
   *
   * What is to be written is one batch, all or nothing; after it come, one by one, messages whose
   * trust falls, since they now hold what a tool or a page told, and with `forgetOthers` those that
   * get another place. Of two calls that change one message at the same moment, the later one wins;
   * what each of two such calls adds stays together.
   * @throws `invalid-input` naming the message, by its place, that is none, has the id of another
   *   one of the list, does not fit its schema, or is longer than 1,048,576 characters as JSON,
   *   naming the record whose message would be of another role, and for a chat id that no record
   *   can have; `rejected-by-plugin` if a plugin refused some: the others are written, and
   *   forgotten by `forgetOthers`; `conflict`, retryable, if other calls keep changing the same
   *   messages.
   */
  append(
    chatId: string,
    messages: readonly Message[],
    options?: ChatLogAppendOptions,
  ): Promise<void>;
  /**
   * The messages of a chat, oldest first, checked again, ready for `convertToModelMessages`. An
   * empty list for a chat that is not known.
   * @throws `invalid-input` naming the record whose message is none or does not fit its schema, and
   *   for a chat id that no record can have.
   */
  load(chatId: string, options?: ChatLogLoadOptions): Promise<Message[]>;
  /**
   * Forgets the messages of a chat and says how many there were. What else the memory knows stays.
   * @throws `rejected-by-plugin` if a plugin refused; `invalid-input` for a chat id that no record
   *   can have.
   */
  clear(chatId: string, options?: ChatLogClearOptions): Promise<number>;
}

/**
 * Chats kept in a memory: each `UIMessage` of the AI SDK, 6 or 7, is a record of kind `message`
 * whose thread is the id of the chat, so that `recall` finds what was said and all of it comes back
 * as it was. Ids of chats and of messages are 1 to 512 characters; they are unique within the scope
 * of the memory and the chat. The id of a chat holds no NUL and no lone surrogate.
 *
 * The order needs no clock: a call that begins when another one has ended comes after it, whichever
 * machines they ran on.
 * @throws `invalid-input` naming the option that cannot work, or that there is none of that name.
 */
export function chatLog<Message extends UIMessage = UIMessage>(
  memory: Memory,
  options: ChatLogOptions<Message> = {},
): ChatLog<Message> {
  const settings = resolveChatLogOptions(memory, options);
  const { schemas } = settings;
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
      const stored = records.map((record) => storedMessage(record));
      const result = await validateMessages<Message>(stored, schemas);
      if ("messages" in result) return result.messages;
      const { index, place } = result.misfit;
      throw damaged(records[index]?.id ?? "", place);
    },
    async clear(chatId, clearOptions = {}) {
      const chat = checkChatId(chatId);
      checkMembers(clearOptions, "options", [...WRITE_OPTIONS, "purge"]);
      return memory.forget({ filter: logFilter(chat) }, clearOptions);
    },
  };
}

/** Checks a list of messages, and takes what is to be kept of them. */
async function checkMessages<Message extends UIMessage>(
  messages: readonly Message[],
  schemas: MessageSchemas<Message>,
): Promise<readonly LoggedMessage[]> {
  if (!Array.isArray(messages)) throw invalidInput("messages", "a list of messages", messages);
  if (messages.length > MAX_BATCH) throw invalidInput("messages", `at most ${MAX_BATCH} messages`);
  const given = Array.from(messages as readonly unknown[]);
  // Without schemas first: what these make of a message is for whoever loads it.
  const plain = await checked<UIMessage>(given, {});
  requireOwnIds(plain);
  const json = plain.map((message, index) => toJson(message, nameOf(index)));
  if (Object.values(schemas).some((schema) => schema !== undefined)) await checked(json, schemas);
  return plain.map((message, index) => toLogged(message, json[index] ?? null, nameOf(index)));
}

async function checked<Message extends UIMessage>(
  messages: readonly unknown[],
  schemas: MessageSchemas<Message>,
): Promise<readonly Message[]> {
  const result = await validateMessages<Message>(messages, schemas);
  if ("messages" in result) return result.messages;
  const { index, place } = result.misfit;
  throw invalidInput(nameOf(index), `a UIMessage that fits its schemas; it does not${place}`);
}

function requireOwnIds(messages: readonly UIMessage[]): void {
  const places = new Map<string, number>();
  for (const [index, message] of messages.entries()) {
    if (message.id === "") {
      const remedy =
        "not empty; let the AI SDK make ids of answers, with the option generateMessageId";
      throw invalidInput(`${nameOf(index)}.id`, remedy);
    }
    const id = checkId(message.id, `${nameOf(index)}.id`);
    const other = places.get(id);
    if (other !== undefined) {
      throw invalidInput(nameOf(index), `of another id than ${nameOf(other)}`);
    }
    places.set(id, index);
  }
}

/** A record would be of another thread, perhaps that of another chat. */
function checkChatId(chatId: unknown): string {
  const id = checkText(chatId, "chatId", MAX_NAME_LENGTH);
  if (toStorableText(id) === id) return id;
  throw invalidInput("chatId", "a text without NUL and lone surrogates");
}

function checkId(id: unknown, name: string): string {
  return toStorableText(checkText(id, name, MAX_NAME_LENGTH));
}

function nameOf(index: number): string {
  return `messages[${index}]`;
}
