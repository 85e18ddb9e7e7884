import type { RecalledMemory } from "@kioku/core";
import type { ReadText } from "@kioku/tools";

import type { TurnMessage } from "../turn/marks.js";
import { wordsOf, type PromptQuestion, type PromptWords } from "../turn/prompt-words.js";
import type { ResolvedMiddlewareOptions } from "./memory-middleware-options.js";

/** Memories recalled in a turn. */
export interface Recalled {
  /** Fenced text, or empty. */
  readonly text: string;
  /** Least trust in the text. */
  readonly trust: number;
  /** Memories in the text, with their trust. */
  readonly read: readonly ReadText[];
  /** Memories in the text, if answers list them. */
  readonly memories: readonly RecalledMemory[];
  /** Time of the recall, on a monotonic clock. */
  readonly atMs: number;
}

/** Text of a turn. */
export interface TurnText {
  readonly content: string;
  /** Hash of role and words. */
  readonly hash: string;
  /** Hash of the conversation up to and including it. */
  readonly conversation: string;
}

/** Open turn; its steps change it. */
export interface Turn {
  /** Unguessable. */
  readonly id: string;
  /** Names in marks of its calls: its id, and any given by a memory around the model. */
  readonly names: Set<string>;
  readonly question: string;
  /** Messages of the user, oldest first, as in the first step: later ones may shorten them. */
  readonly texts: readonly TurnText[];
  /** Identifies the conversation up to the user's words, as far as that matters. */
  readonly conversation: string;
  /** Tool calls of its steps. */
  readonly callIds: Set<string>;
  /** Absent until a recall succeeds. */
  recalled: Recalled | undefined;
  /** True once an answer has ended, its sources listed. */
  hasAnswered: boolean;
  /** Texts that are not fully trusted and that a step of the turn had, by source and text. */
  readonly doubted: Map<string, ReadText>;
  /** Time at which a call failed before the first answer, on a monotonic clock. */
  failedAtMs: number | undefined;
}

interface TurnPrompt {
  readonly prompt: readonly TurnMessage[];
  readonly asked: PromptQuestion;
  readonly words: PromptWords;
}

/** Begins the turn of a prompt. */
export function beginTurn(begun: TurnPrompt, options: ResolvedMiddlewareOptions): Turn {
  const id = crypto.randomUUID();
  return {
    id,
    names: new Set([id]),
    question: begun.asked.question,
    texts: options.capture === "off" ? [] : textsOf(begun),
    conversation: conversationOf(begun, options),
    callIds: new Set(),
    recalled: undefined,
    hasAnswered: false,
    doubted: new Map(),
    failedAtMs: undefined,
  };
}

/**
 * Identifies prompts that may share a turn. If no messages are kept, the question alone decides,
 * which saves hashing.
 */
export function conversationOf(
  { asked: { question, index }, words }: TurnPrompt,
  { capture, thread }: ResolvedMiddlewareOptions,
): string {
  const isKept = capture !== "off" || thread !== undefined;
  return isKept ? words.conversationAt(index) : question;
}

function textsOf({ prompt, asked, words }: TurnPrompt): readonly TurnText[] {
  return prompt.slice(0, asked.index + 1).flatMap((message, index): readonly TurnText[] => {
    const hash = words.hashes[index];
    if (index < asked.start || message.role !== "user" || hash === undefined) return [];
    return [{ content: wordsOf(message), hash, conversation: words.conversationAt(index) }];
  });
}
