import type { Memory } from "@kioku/core";

import type { ShownMemory } from "../memory-tools/shown-memory.js";
import type { ReadText, TrustVerdict } from "../trust/judge-trust.js";
import type { ToolParameters } from "./tool-schema.js";

/** Circumstances of a call, as the host gives them. None is an argument of the model. */
export interface MemoryToolCall {
  /** The memory to work on. */
  readonly memory: Memory;
  /**
   * Conversation of the call. A memory with views of talks, such as a mind, does not repeat what
   * this one was told.
   */
  readonly thread?: string | undefined;
  /** Stops the call. */
  readonly signal?: AbortSignal | undefined;
  /** Author in the history of records. @defaultValue `tool:` and the name of the tool */
  readonly actor?: string | undefined;
  /**
   * Returns the highest trust of a text that the model writes now, 0 to 1, best by `judgeTrust`: 1
   * if it repeats only its user and trusted texts, 0.5 if it may repeat strangers. Called by writes
   * only. `replaced` is the memory that the text replaces, which a verdict has to consider.
   */
  trust(
    written: string,
    replaced: readonly ReadText[],
  ): number | TrustVerdict | Promise<number | TrustVerdict>;
}

/** Answer of a tool. Plain JSON. */
export interface ToolAnswer extends Partial<TrustVerdict> {
  /** Result in one word, for the app. */
  readonly status: string;
  /** The same in words: all that the model is told. Memories in it are fenced. */
  readonly text: string;
  /** Id of the record that was written. */
  readonly id?: string;
  /**
   * Trust of the memories in the text, if the tool shows memories; else of what was written.
   * @defaultValue 0.5 of a tool that shows memories, else 1
   */
  readonly trust?: number;
  /** The memories in the text. With them a host judges each by itself. */
  readonly memories?: readonly ShownMemory[];
}

/** A tool without its memory. A host converts it to the shape that it needs. */
export interface ToolDefinition<Arguments = unknown, Answer extends ToolAnswer = ToolAnswer> {
  /** Its name for the model. */
  readonly name: string;
  /** Its description for the model. */
  readonly description: string;
  /** Its arguments. */
  readonly parameters: ToolParameters;
  /** True if its answers show memories. All other words are the tool's or the app's. */
  readonly showsMemories: boolean;
  /** True if an argument is a secret. Then a host quotes no arguments in errors. */
  readonly takesSecrets: boolean;
  /**
   * Checks the arguments of a model, and drops optional ones that are `null`.
   * @throws `invalid-input` in words that a model can act on.
   */
  check(given: unknown): Arguments;
  /**
   * Runs the tool with checked arguments. What a model can mend is an answer, such as a veto, an
   * unknown id or a protected memory; other failures throw, without text of memories.
   */
  run(checked: Arguments, call: MemoryToolCall): Promise<Answer>;
}
