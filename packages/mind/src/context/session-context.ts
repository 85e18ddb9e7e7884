import type { CallOptions, Memory, MemoryRecord, PromptContext, RecalledMemory } from "@kioku/core";
import { buildContextFor, isTrusted } from "@kioku/core/toolkit";

import { proveRecalled } from "../documents/prove-recalled.js";
import { idsAndSources } from "./stable-parts.js";

/** Share of the room for what has most weight; the newest get what it leaves. */
const SHARE = 0.7;
/** Newest memories to look at. */
const NEWEST = 20;
/** Least bytes in which a memory has room. */
const LEAST_BYTES = 200;
/** Talk is told only where there is nothing else. */
const NO_TALK = { "@kind": { $ne: "message" } } as const;

/** Options of `sessionContext`. */
export interface SessionContextOptions extends CallOptions {
  /** Most bytes of the text inside of JSON, which are at least those of the text. */
  readonly maxBytes: number;
}

/** Memories that a new session has to know. */
export interface SessionContext {
  /** The memories, fenced; empty if there are none. */
  readonly text: string;
  /** Memories in the text, in its order. */
  readonly included: readonly RecalledMemory[];
  /** Least trust of the memories in the text, as in `PromptContext`. */
  readonly trust: number;
}

/**
 * Writes what a new session has to know, of a mind or any memory: self concept, portraits and what
 * else has most weight, then the newest beside it. Turns of talks are there only if nothing else
 * is.
 */
export async function sessionContext(
  memory: Memory,
  { maxBytes, signal }: SessionContextOptions,
): Promise<SessionContext> {
  for (const filter of [NO_TALK, undefined]) {
    const prompt = { countTokens: bytesInJson, cite: false } as const;
    const budget = Math.max(1, Math.floor(maxBytes * SHARE));
    const made = await memory.context({ filter }, { ...prompt, budget, signal });
    if (made.included.length === 0) continue;
    const left = Math.floor(maxBytes - bytesInJson(`${made.text}\n`));
    const told = made.included.map((one) => one.memory);
    const newest =
      left < LEAST_BYTES ? [] : await newestBeside(memory, told, { query: { filter }, signal });
    const added = buildContextFor({ query: "" }, newest, { ...prompt, budget: Math.max(1, left) });
    return joined(made, added);
  }
  // Without memories it would be the time of day.
  return { text: "", included: [], trust: 1 };
}

function joined(made: PromptContext, added: PromptContext): SessionContext {
  return {
    text: [made.text, added.text].filter((text) => text !== "").join("\n"),
    included: [...made.included, ...added.included].map((one) => one.memory),
    trust: Math.min(made.trust, added.trust),
  };
}

/** Returns the newest memories that nothing told says already; those of strangers are left out. */
async function newestBeside(
  memory: Memory,
  told: readonly MemoryRecord[],
  { query, signal }: CallOptions & { readonly query: Parameters<Memory["list"]>[0] },
): Promise<readonly RecalledMemory[]> {
  const page = { ...query, order: "desc", limit: NEWEST } as const;
  const { items } = await memory.list(page, { signal });
  const known = new Set([...idsAndSources(told), ...told.map(({ content }) => content)]);
  const fresh = items.filter(
    (one) => isTrusted(one) && ![one.id, one.content, ...one.sources].some((id) => known.has(id)),
  );
  const proven = await proveRecalled(memory, fresh, { signal });
  return proven.map((one) => ({ ...one, score: 0, relevance: 0, reason: "spontaneous" }));
}

/** Returns the bytes of a text inside of JSON. */
function bytesInJson(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}
