import type { CallOptions } from "../model/call-options.js";

/** What a text model is asked. */
export interface TextRequest {
  /** What the model is told to do, apart from what it is told about. */
  readonly system?: string | undefined;
  /** What it is told about. Not blank. */
  readonly prompt: string;
  /**
   * Most tokens to answer with, at least 1. A wish: some models take their limit once and for all,
   * and then that one holds.
   * @defaultValue the model's own
   */
  readonly maxTokens?: number | undefined;
}

/** What a text model answers. */
export interface TextAnswer {
  /** The whole answer; may be empty. */
  readonly text: string;
  /**
   * Whether the answer is whole: `false` where it ended because of a limit or a filter, or where
   * nobody says.
   */
  readonly isComplete: boolean;
  /** Tokens of the request, if the model counted them. */
  readonly inputTokens?: number;
  /** Tokens of the answer, if the model counted them. */
  readonly outputTokens?: number;
}

/**
 * Writes text, for those parts of a memory that need a model, such as consolidation. Adapters make
 * one of a chat model.
 */
export interface TextModel {
  /** Provider and model, such as `openai/gpt-5-mini`; kept with what it wrote. */
  readonly id: string;
  /** Answers once. Rejects with any error, and with the signal's reason when aborted. */
  generate(request: TextRequest, options?: CallOptions): Promise<TextAnswer>;
}
