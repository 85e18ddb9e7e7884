import type { Receipt } from "@kioku/core";

import type { ToolDefinition } from "../definition/tool-definition.js";
import type { TrustVerdict } from "../trust/judge-trust.js";
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

/** One of the memory tools, without its memory. */
export interface MemoryToolDefinition<
  Name extends MemoryToolName = MemoryToolName,
> extends ToolDefinition<MemoryToolArguments[Name], MemoryToolAnswers[Name]> {
  /** Its effect. */
  readonly tool: Name;
}
