import type { RecalledMemory } from "@kioku/core";

import type { Asked } from "../turn/asked.js";
import { wordsOf } from "../turn/message-words.js";
import type { PromptWords } from "../turn/prompt-words.js";
import type { TurnMessage } from "../turn/told-trust.js";
import type { ResolvedMiddlewareOptions } from "./memory-middleware-options.js";

/** What a memory has to say in a turn. */
export interface Recalled {
  /** Fenced; empty if there is nothing. */
  readonly text: string;
  /** The least trust of what the text holds. */
  readonly trust: number;
  /** What the text holds, where answers are to list it. */
  readonly memories: readonly RecalledMemory[];
  /** When it was recalled, on a clock that only goes forward. */
  readonly atMs: number;
}

/** A message of the user. */
interface Said {
  readonly content: string;
  /** Of these words in this role. */
  readonly hash: string;
  /** Of the conversation up to it, itself included. */
  readonly conversation: string;
}

/** A turn under way: what the user asked, and what was found for it. Its steps change it. */
export interface Turn {
  /** Names it: nobody can guess it. */
  readonly id: string;
  /** By what its calls name it: its own id, or one that a memory around the model has given. */
  readonly names: Set<string>;
  readonly question: string;
  /**
   * What the user said in the turn, as the first step had it: later ones may have it shortened.
   * Oldest first.
   */
  readonly said: readonly Said[];
  /**
   * Tells what was said up to the words of the user from what was said elsewhere, as far as it
   * makes a difference.
   */
  readonly conversation: string;
  /** The calls of tools that its steps have answered with. */
  readonly callIds: Set<string>;
  /** Nothing until a recall went well. */
  recalled: Recalled | undefined;
  /** Whether an answer has come to its end, with what was recalled listed in it. */
  hasAnswered: boolean;
  /** The least trust of what others have told the model. */
  told: number;
  /** When a call of the model failed before the first answer, on a clock that only goes forward. */
  failedAtMs: number | undefined;
}

/** What tells whose turn a prompt is of. */
export interface TurnPrompt {
  readonly prompt: readonly TurnMessage[];
  readonly asked: Asked;
  readonly words: PromptWords;
}

/** The turn that a prompt begins. */
export function beginTurn(begun: TurnPrompt, options: ResolvedMiddlewareOptions): Turn {
  const id = crypto.randomUUID();
  return {
    id,
    names: new Set([id]),
    question: begun.asked.question,
    said: options.capture === "off" ? [] : saidIn(begun),
    conversation: conversationOf(begun, options),
    callIds: new Set(),
    recalled: undefined,
    hasAnswered: false,
    told: 1,
    failedAtMs: undefined,
  };
}

/**
 * The same for prompts that may share a turn. Where nothing is kept of a conversation, and so
 * nothing is recalled for it in particular, the question decides, which takes no hashes.
 */
export function conversationOf(
  { asked: { question, index }, words }: TurnPrompt,
  { capture, thread }: ResolvedMiddlewareOptions,
): string {
  const isKept = capture !== "off" || thread !== undefined;
  return isKept ? words.conversationAt(index) : question;
}

function saidIn({ prompt, asked: { index, start }, words }: TurnPrompt): readonly Said[] {
  return prompt.slice(0, index + 1).flatMap((message, place): readonly Said[] => {
    const hash = words.hashes[place];
    if (place < start || message.role !== "user" || hash === undefined) return [];
    return [{ content: wordsOf(message), hash, conversation: words.conversationAt(place) }];
  });
}

/** How much a turn takes while it is kept, in UTF-16 units, and a little more. */
export function lengthOf({ question, said, callIds, recalled }: Turn): number {
  const texts = [question, ...said.map(({ content }) => content), recalled?.text ?? ""];
  const memories = recalled?.memories.map(({ content }) => content) ?? [];
  const entries = 32 * callIds.size + 1_024;
  return [...texts, ...memories].reduce((sum, text) => sum + text.length, entries);
}
