import type { MemoryRecord, Origin } from "../model/record.js";
import type { OmittedMemory, RecalledMemory, RecallNotice } from "./queries.js";

/** Options of prompts made of memories. */
export interface PromptOptions {
  /** Upper bound in tokens, preamble and fence included; at least 1. @defaultValue 1500 */
  readonly budget?: number | undefined;
  /** The model's own tokenizer. @defaultValue `estimateTokens`, which errs on the high side */
  readonly countTokens?: ((text: string) => number) | undefined;
  /** Renders one memory; the result is escaped for the fence. @defaultValue the content */
  readonly render?: ((memory: MemoryRecord) => string) | undefined;
  /** `time` (oldest first) keeps texts stable for prompt caches. @defaultValue `"relevance"` */
  readonly order?: "relevance" | "time" | undefined;
  /** Label each memory `m1`, `m2`, … and ask the model to cite them. @defaultValue `true` */
  readonly cite?: boolean | undefined;
  /** Replaces the preamble, which says what the notes and untrusted ones are. Escaped. */
  readonly preamble?: string | undefined;
}

/** A memory under the label that the prompt gives it. */
export interface CitedMemory {
  /** `m1`, `m2`, … in the order of the text. */
  readonly label: string;
  /** The memory that the label stands for. */
  readonly memory: RecalledMemory;
  /** Present if the text holds only a passage of it. */
  readonly isShortened?: true;
}

/** Citations of an answer. */
export interface Citations {
  /** In the order of first mention. */
  readonly cited: readonly CitedMemory[];
  /** Labels in the answer that name no memory of the prompt. */
  readonly unknown: readonly string[];
}

/** Memories as text for a prompt, and what went into it. */
export interface PromptContext {
  /** Empty when nothing was recalled or nothing fitted: append it without asking. */
  readonly text: string;
  /** Tokens of `text` by `countTokens`; never more than the budget. */
  readonly tokens: number;
  /** Memories in the text, in its order. */
  readonly included: readonly CitedMemory[];
  /** Present if nothing relevant was found, with the reason. */
  readonly notice?: RecallNotice;
  /** Memories left out of the text, with the reason; with `explain` also those left out before. */
  readonly omitted: readonly OmittedMemory[];
  /**
   * Least trust of the memories in the text, 0 to 1 (1: none), at most 0.5 for `web` and `tool`. At
   * 0.5 or less, let the model call no harmful tool.
   */
  readonly trust: number;
  /** Where what the text holds came from, each origin once, in the order of the alphabet. */
  readonly origins: readonly Origin[];
  /** The memories that an answer cites, and labels that it made up. */
  citations(answer: string): Citations;
}
