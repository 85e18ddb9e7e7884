import type { CallOptions, Memory, WriteOptions } from "@kioku/core";
import {
  checkBoolean,
  checkMembers,
  checkMethods,
  checkObject,
  checkTexts,
  MAX_NAME_LENGTH,
} from "@kioku/core/toolkit";
import type { UIMessage } from "ai";

import type { MessageSchemas } from "./validate-messages.js";

/** What `chatLog` takes beside the memory. */
export interface ChatLogOptions<
  Message extends UIMessage = UIMessage,
> extends MessageSchemas<Message> {
  /** Whether `recall` finds what was said. @defaultValue `true` */
  readonly index?: boolean | undefined;
  /**
   * Names of tools that are trusted as much as the user. A message that holds the answer of any
   * other tool, or a source that is no memory, may repeat the words of strangers and is trusted
   * 0.5; one whose sources are memories, no more than these.
   * @defaultValue none
   */
  readonly trustedTools?: readonly string[] | undefined;
}

/** What `append` takes. */
export interface ChatLogAppendOptions extends WriteOptions {
  /**
   * Whether the list is all of the chat: messages of the log that are not in it are forgotten, such
   * as those that an edit or a new answer took back, and those that stand elsewhere in it are
   * moved, so that the log has its order. What another call appends meanwhile stays. A veto of a
   * plugin against some of the list keeps from none of this.
   * @defaultValue `false`
   */
  readonly forgetOthers?: boolean | undefined;
}

/** What `load` takes. */
export interface ChatLogLoadOptions extends CallOptions {
  /**
   * Only the newest so many messages, at least 1. They may begin in the middle of an exchange.
   * @defaultValue all
   */
  readonly last?: number | undefined;
}

/** What `clear` takes. */
export interface ChatLogClearOptions extends WriteOptions {
  /** Also drop the history of the messages. @defaultValue `false` */
  readonly purge?: boolean | undefined;
}

/** A log with every default in its place. */
export interface LogSettings<Message extends UIMessage> {
  readonly memory: Memory;
  readonly schemas: MessageSchemas<Message>;
  readonly index: boolean;
  readonly trustedTools: ReadonlySet<string>;
}

const MEMBERS = ["tools", "dataSchemas", "metadataSchema", "index", "trustedTools"];

/**
 * Checks the options and fills in the defaults.
 * @throws `invalid-input` naming the option, what is allowed and what came.
 */
export function resolveChatLogOptions<Message extends UIMessage>(
  memory: Memory,
  options: ChatLogOptions<Message>,
): LogSettings<Message> {
  checkMethods(memory, "memory", ["rememberAll", "list", "update", "forget"]);
  checkMembers(options, "options", MEMBERS);
  const { index = true, trustedTools = [], tools, dataSchemas, metadataSchema } = options;
  if (tools !== undefined) checkObject(tools, "options.tools");
  if (dataSchemas !== undefined) checkObject(dataSchemas, "options.dataSchemas");
  return {
    memory,
    schemas: { tools, dataSchemas, metadataSchema },
    index: checkBoolean(index, "options.index"),
    trustedTools: new Set(checkTexts(trustedTools, "options.trustedTools", MAX_NAME_LENGTH)),
  };
}
