import type { CallOptions, Memory, Origin, Receipt, WriteOptions } from "@kioku/core";

/** A turn of a talk. */
export interface HeardTurn {
  /** The text. Not blank. */
  readonly content: string;
  /** `user` or `assistant`. @defaultValue `"user"` */
  readonly origin?: Extract<Origin, "user" | "assistant"> | undefined;
  /** Name of who said it. */
  readonly speaker?: string | undefined;
  /** When it was said. @defaultValue now */
  readonly at?: Date | undefined;
  /** 0 to 1. @defaultValue 1 */
  readonly trust?: number | undefined;
  /** Makes retries harmless, as in `remember`. */
  readonly idempotencyKey?: string | undefined;
}

/** State of a prompt, in tokens by the model's count. */
export interface PromptPressure {
  /** Tokens of the prompt as it is. At least 0. */
  readonly tokens: number;
  /** Tokens that the model takes, more than 0. */
  readonly maxTokens: number;
  /** Messages of the talk so far. */
  readonly messages: number;
}

/** Messages to send. */
export interface PromptWindow {
  /** Oldest messages to leave out; their talk is in the summary of the day. */
  readonly drop: number;
}

/**
 * One talk: a view of the mind's scope that remembers what this talk was told already, so that
 * `recall` and `context` do not tell it again.
 */
export interface Conversation extends Memory {
  /** Thread of its turns. */
  readonly thread: string;
  /** Remembers turns, all or nothing, notices reminders in them, and runs what is due after. */
  hear(
    turns: string | HeardTurn | readonly HeardTurn[],
    options?: WriteOptions,
  ): Promise<readonly Receipt[]>;
  /**
   * Tells how many of the oldest messages to leave out of the next prompt, by DigitalLife's table:
   * four more above 0.95 of the limit, down to three fewer at most 0.65, none changed between 0.75
   * and 0.8. Consolidates first what is newly left out.
   */
  window(pressure: PromptPressure, options?: CallOptions): Promise<PromptWindow>;
}
