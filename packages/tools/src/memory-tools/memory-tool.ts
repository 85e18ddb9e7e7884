import type { Memory, Receipt } from "@kioku/core";

import type { ReadText, TrustVerdict } from "../trust/judge-trust.js";
import type { ShownMemory } from "./shown-memory.js";

/** The tools, by their effect on a memory. */
export type MemoryToolName = "remember" | "recall" | "update" | "forget";

/** Arguments of `remember`. */
export interface RememberArguments {
  /** The fact. */
  readonly content: string;
  /** 0 to 1. @defaultValue 0.5 */
  readonly importance?: number | undefined;
}

/** Arguments of `recall`. */
export interface RecallArguments {
  /** Text to search for. */
  readonly query: string;
  /** Most memories to show, up to the limit of the app. @defaultValue that of the app, or 10 */
  readonly limit?: number | undefined;
}

/** Arguments of `update`. */
export interface UpdateArguments {
  /** Id of the memory, as `recall` shows it. */
  readonly id: string;
  /** The whole new text. */
  readonly content: string;
}

/** Arguments of `forget`. */
export interface ForgetArguments {
  /** Id of the memory, as `recall` shows it. */
  readonly id: string;
}

/** Arguments by tool. */
export interface MemoryToolArguments {
  /** Arguments of `remember`. */
  readonly remember: RememberArguments;
  /** Arguments of `recall`. */
  readonly recall: RecallArguments;
  /** Arguments of `update`. */
  readonly update: UpdateArguments;
  /** Arguments of `forget`. */
  readonly forget: ForgetArguments;
}

/**
 * Answer of `remember`. Plain JSON, as all answers. Has `trust` and `because` if the text is not
 * fully trusted.
 */
export interface RememberAnswer extends Partial<TrustVerdict> {
  /** As in the receipt of `memory.remember`. */
  readonly status: Receipt["status"];
  /** The same in words, for the model. */
  readonly text: string;
  /** Id of the record that holds the fact; absent if it was rejected. */
  readonly id?: string;
}

/** Answer of `recall`. */
export interface RecallAnswer {
  /** `too-long`: none of the found memories fits into the budget. */
  readonly status: "found" | "nothing" | "too-long";
  /** The fenced memories, or a sentence that there are none: for the model. */
  readonly text: string;
  /** The memories of the text, in its order. */
  readonly memories: readonly ShownMemory[];
  /** Least trust of the shown memories, 0 to 1, web and tools at most 0.5; 1 if there are none. */
  readonly trust: number;
}

/** Answer of a tool that changes a memory. */
export interface ChangeAnswer<Done extends "changed" | "forgotten"> {
  /**
   * `unknown`: this model can see no such memory; `protected`: it is pinned, or has a key or a
   * value; `rejected`: a plugin vetoed the change, or it would replace trusted text by untrusted;
   * `conflict`: somebody else changed it.
   */
  readonly status: Done | "unknown" | "protected" | "rejected" | "conflict";
  /** The same in words, for the model. */
  readonly text: string;
  /** Id of the new or the forgotten record; absent if nothing was changed. */
  readonly id?: string;
}

/** Answer of `update`. Has `trust` and `because` if the text is not fully trusted. */
export type UpdateAnswer = ChangeAnswer<"changed"> & Partial<TrustVerdict>;

/** Answer of `forget`. */
export type ForgetAnswer = ChangeAnswer<"forgotten">;

/** Answers by tool. */
export interface MemoryToolAnswers {
  /** Answer of `remember`. */
  readonly remember: RememberAnswer;
  /** Answer of `recall`. */
  readonly recall: RecallAnswer;
  /** Answer of `update`. */
  readonly update: UpdateAnswer;
  /** Answer of `forget`. */
  readonly forget: ForgetAnswer;
}

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

/** A tool without its memory. A host converts it to the shape that it needs. */
export interface MemoryToolDefinition<Name extends MemoryToolName = MemoryToolName> {
  /** Its effect. */
  readonly tool: Name;
  /** Its name for the model, prefix included. */
  readonly name: string;
  /** Its description for the model, with the names of other tools. */
  readonly description: string;
  /** Its arguments. */
  readonly parameters: ToolParameters;
  /**
   * Checks the arguments of a model, and drops optional ones that are `null`.
   * @throws `invalid-input` in words that a model can act on.
   */
  check(given: unknown): MemoryToolArguments[Name];
  /**
   * Runs the tool with checked arguments. Vetoes, unknown ids and protected memories are answers;
   * other failures throw. Except the memories of `recall`, all words are the tool's or the app's.
   */
  run(checked: MemoryToolArguments[Name], call: MemoryToolCall): Promise<MemoryToolAnswers[Name]>;
}

/** JSON Schema of a text argument. */
export interface TextArgument {
  /** Type of the value. */
  readonly type: "string";
  /** Description for the model. */
  readonly description: string;
  /** Least UTF-16 units. */
  readonly minLength: number;
  /** Most UTF-16 units. */
  readonly maxLength: number;
}

/** JSON Schema of a number argument. */
export interface NumberArgument {
  /** Type of the value. */
  readonly type: "number" | "integer";
  /** Description for the model. */
  readonly description: string;
  /** Least value. */
  readonly minimum: number;
  /** Greatest value. */
  readonly maximum: number;
}

/** JSON Schema of the arguments of a tool. */
export interface ToolParameters {
  /** Arguments are members of an object. */
  readonly type: "object";
  /** Arguments by name. */
  readonly properties: Readonly<Record<string, TextArgument | NumberArgument>>;
  /** Names of required arguments. */
  readonly required: readonly string[];
  /** No other arguments are allowed. */
  readonly additionalProperties: false;
}
