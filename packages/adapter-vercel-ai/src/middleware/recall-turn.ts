import type { Filter, Memory, PromptContext } from "@kioku/core";
import { continueOnError, readShown, type FailurePolicy } from "@kioku/tools";

import { MESSAGE_HASH, type PromptWords } from "../turn/prompt-words.js";
import type { ResolvedMiddlewareOptions } from "./memory-middleware-options.js";
import type { Recalled, Turn } from "./turn.js";

/** Most characters of a query; the rest is pasted text rather than a question. */
const MAX_QUERY = 32_768;
/** Most messages that a recall excludes, newest first. */
const MAX_EXCLUDED = 1_000;

/**
 * Recalls for a turn, without the messages in the prompt. Returns nothing if that fails and the
 * call goes on.
 */
export async function recallTurn(
  memory: Memory,
  { turn, words }: { readonly turn: Turn; readonly words: PromptWords },
  options: ResolvedMiddlewareOptions & FailurePolicy,
): Promise<Recalled | undefined> {
  const { recall, thread, sources, signal } = options;
  const atMs = performance.now();
  if (!recall) return { text: "", trust: 1, read: [], memories: [], atMs };
  const { settings, prompt } = recall;
  const query = turn.question.slice(0, MAX_QUERY);
  const contextBy = (filter: Filter | undefined): Promise<PromptContext> =>
    memory.context({ ...settings, filter, query }, { ...prompt, signal });
  const unless = (): Filter => {
    const inPrompt = { [MESSAGE_HASH]: { $in: hashesOf(words).slice(-MAX_EXCLUDED) } };
    // The same words from another conversation are worth recalling.
    const $not = thread === undefined ? inPrompt : { ...inPrompt, "@thread": thread };
    return settings.filter === undefined ? { $not } : { $and: [settings.filter, { $not }] };
  };
  const found = await continueOnError(
    "the call goes on without what is remembered: recalling failed",
    options,
    async () => {
      if (thread !== undefined) return contextBy(unless());
      // Hashing takes time, and few recalls return what the prompt holds.
      const all = await contextBy(settings.filter);
      return repeatsPrompt(all, words) ? contextBy(unless()) : all;
    },
  );
  if (!found) return undefined;
  const { text, trust, included } = found;
  const memories = sources ? included.map((one) => one.memory) : [];
  return { text, trust, read: readShown(found), memories, atMs };
}

function repeatsPrompt({ included, omitted }: PromptContext, words: PromptWords): boolean {
  const recalled = [...included, ...omitted]
    .map(({ memory }) => memory.metadata[MESSAGE_HASH])
    .filter((hash) => typeof hash === "string");
  if (recalled.length === 0) return false;
  const inPrompt = new Set(hashesOf(words));
  return recalled.some((hash) => inPrompt.has(hash));
}

function hashesOf({ hashes }: PromptWords): readonly string[] {
  return hashes.filter((hash) => hash !== undefined);
}
