import type { CallOptions, Memory, WriteOptions } from "@kioku/core";
import {
  checkBoolean,
  checkFunction,
  checkMembers,
  checkMethods,
  checkObject,
} from "@kioku/core/toolkit";
import { checkTrustedTools, type TextSource, type TrustedTools } from "@kioku/tools";
import type { UIMessage } from "ai";

import type { MessageSchemas } from "./validate-messages.js";

/** Options of `chatLog`. */
export interface ChatLogOptions<
  Message extends UIMessage = UIMessage,
> extends MessageSchemas<Message> {
  /** Lets `recall` find the messages. @defaultValue `true` */
  readonly index?: boolean | undefined;
  /**
   * Tools trusted as much as the user: names, or a function that returns true for a trusted source.
   * A message with the answer of another tool, or with a source that is no memory, gets trust 0.5
   * at most; one with texts that `withMemory` has marked, their trust at most. @defaultValue none
   */
  readonly trustedTools?: TrustedTools | undefined;
  /**
   * Returns who said a message, such as a name in its metadata. @defaultValue nobody
   */
  readonly speakerOf?: ((message: Message) => string | undefined) | undefined;
}

/** Options of `append`. */
export interface ChatLogAppendOptions extends WriteOptions {
  /**
   * Treats the list as the whole chat: forgets the messages of the log that are missing from it and
   * reorders the log to match. Messages that another call appends meanwhile stay. A plugin's veto
   * against some messages stops none of this. @defaultValue `false`
   */
  readonly forgetOthers?: boolean | undefined;
}

/** Options of `load`. */
export interface ChatLogLoadOptions extends CallOptions {
  /**
   * Number of newest messages to load, at least 1. They may begin within an exchange. @defaultValue
   * all
   */
  readonly last?: number | undefined;
}

/** Options of `clear`. */
export interface ChatLogClearOptions extends WriteOptions {
  /** Drops the history of the messages, too. @defaultValue `false` */
  readonly purge?: boolean | undefined;
}

/** Options with defaults filled in. */
export interface LogSettings {
  readonly memory: Memory;
  readonly index: boolean;
  readonly trusts: (source: TextSource) => boolean;
  /** Takes a message of the log's own type. */
  speakerOf(message: UIMessage): string | undefined;
}

const MEMBERS = ["tools", "dataSchemas", "metadataSchema", "index", "trustedTools", "speakerOf"];

/** Checks options and fills in defaults. @throws `invalid-input` naming the option. */
export function resolveChatLogOptions<Message extends UIMessage>(
  memory: Memory,
  options: ChatLogOptions<Message>,
): LogSettings {
  checkMethods(memory, "memory", ["rememberAll", "list", "update", "forget"]);
  checkMembers(options, "options", MEMBERS);
  const { index = true, trustedTools, tools, dataSchemas } = options;
  const { speakerOf = (): undefined => undefined } = options;
  checkFunction(speakerOf, "options.speakerOf");
  if (tools !== undefined) checkObject(tools, "options.tools");
  if (dataSchemas !== undefined) checkObject(dataSchemas, "options.dataSchemas");
  return {
    memory,
    index: checkBoolean(index, "options.index"),
    trusts: checkTrustedTools(trustedTools),
    speakerOf,
  };
}

/** Arguments of one `append`, checked. */
export interface Append extends WriteOptions {
  readonly settings: LogSettings;
  readonly chatId: string;
  readonly forgetOthers: boolean;
}
