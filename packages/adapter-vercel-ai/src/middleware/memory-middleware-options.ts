import type { Logger, PromptOptions, RecallQuery } from "@kioku/core";
import {
  checkBoolean,
  checkMembers,
  checkMethods,
  checkOneOf,
  checkText,
  MAX_NAME_LENGTH,
} from "@kioku/core/toolkit";
import { checkTrustedTools, recallSettings } from "@kioku/tools";
import type { RecallSettings, TextSource, TrustedTools } from "@kioku/tools";

/** Options of `withMemory` and `memoryMiddleware`. */
export interface MemoryMiddlewareOptions {
  /**
   * Options of recall and prompt, or `false` to recall nothing. @defaultValue those of
   * `memory.context`, without labels to cite
   */
  readonly recall?: (Omit<RecallQuery, "query"> & PromptOptions) | false | undefined;
  /**
   * Content to remember once a turn has ended well, as records of kind `message`: `turn`, the
   * user's words and the answer; `user`, the user's words only. The answer's trust is that of the
   * least trusted text that it may repeat: in a turn in which the model searched the web or a tool
   * answered that belongs neither to a memory nor to `trustedTools`, at most 0.5; else that of the
   * recalled memories and earlier answers of tools that it has words of. @defaultValue `"off"`
   */
  readonly capture?: "off" | "turn" | "user" | undefined;
  /**
   * Position of recalled memories in the prompt: before the user's words, or at the end of the
   * instructions. Models obey instructions more readily, so keep text that anybody may have written
   * out of them. @defaultValue `"user"`
   */
  readonly inject?: "user" | "instructions" | undefined;
  /**
   * Conversation of the remembered messages, at most 512 characters. Its messages in the prompt are
   * not recalled; the same words from other conversations are. Without a thread, no message whose
   * words are in the prompt is recalled. A memory with a view of each talk, such as a mind, recalls
   * and remembers by the view of this one. @defaultValue none
   */
  readonly thread?: string | undefined;
  /**
   * Lists the recalled memories, text included, as `source` parts in the first answer of a turn.
   * They may reach the user's browser. @defaultValue `false`
   */
  readonly sources?: boolean | undefined;
  /**
   * Tools whose answers do not lower the trust of the remembered answer: names, or a function that
   * returns true for a trusted source. @defaultValue none
   */
  readonly trustedTools?: TrustedTools | undefined;
  /**
   * Continues without memory, or fails the call, if recalling or remembering fails. Aborts always
   * fail. @defaultValue `"continue"`
   */
  readonly onError?: "continue" | "throw" | undefined;
  /**
   * Receives failures that were continued over, without prompts and memories. Results carry them as
   * warnings, except those after the end of a stream. @defaultValue silent
   */
  readonly logger?: Logger | undefined;
  /**
   * Actor in the history of the records, as `middleware:NAME`, at most 64 characters. @defaultValue
   * `"memory"`
   */
  readonly name?: string | undefined;
}

/** Options with defaults filled in. */
export interface ResolvedMiddlewareOptions {
  readonly recall: RecallSettings | undefined;
  readonly capture: "off" | "turn" | "user";
  readonly inject: "user" | "instructions";
  readonly thread: string | undefined;
  readonly sources: boolean;
  readonly trusts: (source: TextSource) => boolean;
  readonly onError: "continue" | "throw";
  readonly logger: Logger | undefined;
  readonly name: string;
}

const MEMBERS = [
  "recall",
  "capture",
  "inject",
  "thread",
  "sources",
  "trustedTools",
  "onError",
  "logger",
  "name",
];

/** Checks options and fills in defaults. @throws `invalid-input` naming the option. */
export function resolveMiddlewareOptions(
  options: MemoryMiddlewareOptions,
): ResolvedMiddlewareOptions {
  checkMembers(options, "options", MEMBERS);
  const { recall = {}, logger, thread, trustedTools } = options;
  if (logger !== undefined) checkMethods(logger, "options.logger", ["warn", "error"]);
  return {
    recall: recall === false ? undefined : withoutLabels(recallSettings(recall, "options.recall")),
    capture: checkOneOf(options.capture ?? "off", "options.capture", ["off", "turn", "user"]),
    inject: checkOneOf(options.inject ?? "user", "options.inject", ["user", "instructions"]),
    thread: thread === undefined ? undefined : checkText(thread, "options.thread", MAX_NAME_LENGTH),
    sources: checkBoolean(options.sources ?? false, "options.sources"),
    trusts: checkTrustedTools(trustedTools),
    onError: checkOneOf(options.onError ?? "continue", "options.onError", ["continue", "throw"]),
    logger,
    name: checkText(options.name ?? "memory", "options.name", 64),
  };
}

/** Turns labels off by default: nobody would resolve them in answers. */
function withoutLabels({ settings, prompt }: RecallSettings): RecallSettings {
  return { settings, prompt: { ...prompt, cite: prompt.cite ?? false } };
}
