import type { Memory } from "@kioku/core";
import { checkObject } from "@kioku/core/toolkit";
import type {
  ForgetAnswer,
  ForgetArguments,
  MemoryToolName,
  MemoryToolsOptions as ToolsOptions,
  RecallAnswer,
  RecallArguments,
  RememberAnswer,
  RememberArguments,
  UpdateAnswer,
  UpdateArguments,
} from "@kioku/tools";
import { defineMemoryTools } from "@kioku/tools";

import { MESSAGE_HASH } from "../turn/prompt-words.js";
import { definedTools, type MemoryTool } from "./defined-tools.js";

/** All tools. The model is told the `text` of an output only. */
export interface MemoryTools {
  /** Stores one fact. */
  remember: MemoryTool<RememberArguments, RememberAnswer>;
  /** Searches what was stored. */
  recall: MemoryTool<RecallArguments, RecallAnswer>;
  /** Replaces the text of one memory. */
  update: MemoryTool<UpdateArguments, UpdateAnswer>;
  /** Forgets one memory. */
  forget: MemoryTool<ForgetArguments, ForgetAnswer>;
}

/** Tools of these names, prefixed. */
export type MemoryToolsOf<Only extends MemoryToolName, Prefix extends string = ""> = {
  [Name in Only as `${Prefix}${Name}`]: MemoryTools[Name];
};

/** Options of `memoryTools`. */
export interface MemoryToolsOptions<
  Only extends MemoryToolName = MemoryToolName,
  Prefix extends string = string,
> extends Omit<ToolsOptions, "only" | "prefix"> {
  /**
   * Tools to make. `update` and `forget` let a model change memories. @defaultValue `["remember",
   * "recall"]`
   */
  readonly only?: readonly Only[] | undefined;
  /** Prefix of the names: letters, digits, `_` and `-`, at most 40. @defaultValue `""` */
  readonly prefix?: Prefix | undefined;
  /**
   * Conversation of the calls, at most 512 characters, for a memory with a view of each talk, such
   * as a mind: `recall` does not repeat what the talk was told. @defaultValue none
   */
  readonly thread?: string | undefined;
}

/**
 * Returns tools with which a model remembers and recalls and, if allowed, changes and forgets. They
 * work on this memory and take no scope: make them for each request, on the view of its user.
 *
 * The model is told the `text` of an output only, in which memories are fenced. Vetoes, unknown ids
 * and refused changes are answered in words; other failures throw and become tool errors of the AI
 * SDK. Pass these tools to `convertToModelMessages`, or the model gets whole outputs with unfenced
 * memories.
 * @throws `invalid-input` for an invalid memory, and for options that cannot work.
 */
export function memoryTools<
  const Only extends MemoryToolName = "remember" | "recall",
  const Prefix extends string = "",
>(memory: Memory, options: MemoryToolsOptions<Only, Prefix> = {}): MemoryToolsOf<Only, Prefix> {
  checkObject(options, "options");
  const { thread, ...shared } = options;
  const definitions = defineMemoryTools(shared, { messageFields: [MESSAGE_HASH] });
  const { trustedTools } = options;
  return definedTools(memory, definitions, { thread, trustedTools }) as MemoryToolsOf<Only, Prefix>;
}
