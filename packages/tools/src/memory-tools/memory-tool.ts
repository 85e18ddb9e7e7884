import type { Receipt, Memory } from "@kioku/core";

import type { ShownMemory } from "./shown-memory.js";
import type { ToolParameters } from "./tool-parameters.js";

/** What a tool does to a memory. */
export type MemoryToolName = "remember" | "recall" | "update" | "forget";

/** What `remember` takes. */
export interface RememberArguments {
  /** The fact. */
  readonly content: string;
  /** 0 to 1. @defaultValue 0.5 */
  readonly importance?: number | undefined;
}

/** What `recall` takes. */
export interface RecallArguments {
  /** What to look for. */
  readonly query: string;
  /** Most memories to show, as far as the app allows. @defaultValue as the app says, or else 10 */
  readonly limit?: number | undefined;
}

/** What `update` takes. */
export interface UpdateArguments {
  /** Id of the memory, as `recall` shows it. */
  readonly id: string;
  /** The whole new text. */
  readonly content: string;
}

/** What `forget` takes. */
export interface ForgetArguments {
  /** Id of the memory, as `recall` shows it. */
  readonly id: string;
}

/** The arguments of each tool. */
export interface MemoryToolArguments {
  /** Those of `remember`. */
  readonly remember: RememberArguments;
  /** Those of `recall`. */
  readonly recall: RecallArguments;
  /** Those of `update`. */
  readonly update: UpdateArguments;
  /** Those of `forget`. */
  readonly forget: ForgetArguments;
}

/** What became of something to remember. Plain JSON, as all answers. */
export interface RememberAnswer {
  /** As in the receipt of `memory.remember`. */
  readonly status: Receipt["status"];
  /** The same in words, for the model. */
  readonly text: string;
  /** Id of the record that says so now; absent if it was rejected. */
  readonly id?: string;
}

/** What was found. */
export interface RecallAnswer {
  /** `too-long`: something was found, and none of it fits into the budget. */
  readonly status: "found" | "nothing" | "too-long";
  /** The memories, fenced, or in words that there is nothing to show: for the model. */
  readonly text: string;
  /** The memories that the text shows, in its order. */
  readonly memories: readonly ShownMemory[];
  /**
   * The least trust of what the text shows, 0 to 1, where what is from the web or a tool counts as
   * 0.5 at most. 1 if it shows none.
   */
  readonly trust: number;
}

/** Why nothing was changed, or that it was. */
export interface ChangeAnswer<Done extends "changed" | "forgotten"> {
  /**
   * `unknown`: there is no such memory that this model may see; `protected`: the app has pinned it
   * or keeps its own data in it, under a key or as a value; `rejected`: a plugin vetoed it, or it
   * would have replaced what is trusted by what is not; `conflict`: somebody else changed it.
   */
  readonly status: Done | "unknown" | "protected" | "rejected" | "conflict";
  /** The same in words, for the model. */
  readonly text: string;
  /** Id of the new record, or of the one that was forgotten; absent if nothing was changed. */
  readonly id?: string;
}

/** What `update` answers. */
export type UpdateAnswer = ChangeAnswer<"changed">;

/** What `forget` answers. */
export type ForgetAnswer = ChangeAnswer<"forgotten">;

/** The answer of each tool. */
export interface MemoryToolAnswers {
  /** That of `remember`. */
  readonly remember: RememberAnswer;
  /** That of `recall`. */
  readonly recall: RecallAnswer;
  /** That of `update`. */
  readonly update: UpdateAnswer;
  /** That of `forget`. */
  readonly forget: ForgetAnswer;
}

/** Where a tool was called from. All of it is up to the host; none of it is an argument. */
export interface MemoryToolCall {
  /** The memory to work on. */
  readonly memory: Memory;
  /** Stops the call. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Who changes something, in the history of records. @defaultValue `tool:` and the name of the
   * tool
   */
  readonly actor?: string | undefined;
  /**
   * The most that what the model writes now can be trusted, 0 to 1, since it may repeat what it has
   * read in this turn: 1 where it has read nothing but its user and what is trusted, 0.5 where the
   * words may be those of strangers or a host cannot tell. Asked by what writes only.
   */
  trust(): number | Promise<number>;
}

/** A tool of a model, before it knows its memory: a host gives it the shape that it needs. */
export interface MemoryToolDefinition<Name extends MemoryToolName = MemoryToolName> {
  /** What it does. */
  readonly tool: Name;
  /** Its name for the model, prefix included. */
  readonly name: string;
  /** What the model is told of it, with the names of the other tools in it. */
  readonly description: string;
  /** Its arguments. */
  readonly parameters: ToolParameters;
  /**
   * What a model gave as arguments, without the optional ones that it gave as `null`.
   * @throws `invalid-input` in words that a model can act on.
   */
  check(given: unknown): MemoryToolArguments[Name];
  /**
   * Does it, with arguments that were checked. Vetoes, unknown ids and what may not be changed are
   * answered in words; other failures throw. All words are the tool's own or the app's, but for the
   * memories that `recall` shows.
   */
  run(checked: MemoryToolArguments[Name], call: MemoryToolCall): Promise<MemoryToolAnswers[Name]>;
}
