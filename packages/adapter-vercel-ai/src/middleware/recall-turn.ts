import type { Filter, Memory, PromptContext } from "@kioku/core";
import { orContinue } from "@kioku/core/toolkit";
import type { FailureRules } from "@kioku/core/toolkit";

import { MESSAGE_HASH } from "../turn/message-mark.js";
import type { PromptWords } from "../turn/prompt-words.js";
import type { ResolvedMiddlewareOptions } from "./memory-middleware-options.js";
import type { Recalled, Turn } from "./turn.js";

/**
 * Most characters of the words of the user that are asked for: what follows is a pasted text rather
 * than a question.
 */
const MAX_QUERY = 32_768;
/** Most messages that a recall leaves out; of more, the newest. */
const MAX_LEFT_OUT = 1_000;

/** For whom to recall. */
interface RecallFor {
  readonly turn: Turn;
  /** Those of the prompt that is to show it. */
  readonly words: PromptWords;
}

/**
 * What a memory has to say to a turn, without the messages that the prompt holds; nothing if it
 * fails and the call is to go on.
 */
export async function recallTurn(
  memory: Memory,
  { turn, words }: RecallFor,
  options: ResolvedMiddlewareOptions & FailureRules,
): Promise<Recalled | undefined> {
  const { recall, thread, sources, signal } = options;
  const atMs = performance.now();
  if (!recall) return { text: "", trust: 1, memories: [], atMs };
  const { settings, prompt } = recall;
  const query = turn.question.slice(0, MAX_QUERY);
  const ask = (filter: Filter | undefined): Promise<PromptContext> =>
    memory.context({ ...settings, filter, query }, { ...prompt, signal });
  const unsaid = (): Filter => {
    const said = { [MESSAGE_HASH]: { $in: heldIn(words).slice(-MAX_LEFT_OUT) } };
    // The same may have been said in another conversation, and then it is worth telling.
    const none: Filter = { $not: thread === undefined ? said : { ...said, "@thread": thread } };
    return settings.filter === undefined ? none : { $and: [settings.filter, none] };
  };
  const found = await orContinue(
    "the call goes on without what is remembered: recalling failed",
    options,
    async () => {
      if (thread !== undefined) return ask(unsaid());
      // Hashes and filters take time, and few recall what a prompt holds.
      const all = await ask(settings.filter);
      return repeats(all, words) ? ask(unsaid()) : all;
    },
  );
  if (!found) return undefined;
  const { text, trust, included } = found;
  return { text, trust, memories: sources ? included.map((one) => one.memory) : [], atMs };
}

/** Whether a message of the prompt is among what was recalled for it. */
function repeats({ included, omitted }: PromptContext, words: PromptWords): boolean {
  const marks = [...included, ...omitted]
    .map(({ memory }) => memory.metadata[MESSAGE_HASH])
    .filter((mark) => typeof mark === "string");
  if (marks.length === 0) return false;
  const held = new Set(heldIn(words));
  return marks.some((mark) => held.has(mark));
}

function heldIn({ hashes }: PromptWords): readonly string[] {
  return hashes.filter((hash) => hash !== undefined);
}
