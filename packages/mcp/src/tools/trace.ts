import type { MemoryRecord } from "@kioku/core";
import { type PromptNote, writeNotes } from "@kioku/core/toolkit";
import { type MemoryTrace, type Mind, traceMemory } from "@kioku/mind";

import { shorten } from "./structured.js";

/** Most versions, quotes and replaced sentences, and characters of each text. */
const MAX_VERSIONS = 10;
const MAX_QUOTES = 10;
const MAX_TEXT = 2_000;
const MAX_QUOTE = 500;
const MAX_NAME = 100;

/** A memory or a sentence with where it came from. */
export interface Trace extends MemoryTrace {
  readonly memory: MemoryRecord;
}

/** Returns the trace of a memory by id, or of a sentence by id or text, if there is one. */
export async function findTrace(
  mind: Mind,
  name: string,
  signal: AbortSignal | undefined,
): Promise<Trace | undefined> {
  const record = await findRecord(mind, name, signal);
  const sentence = record ? undefined : await mind.why(name, { signal });
  const found = sentence
    ? await findRecord(mind, sentence.id.split("#", 1)[0] ?? "", signal)
    : record;
  if (!found) return undefined;
  const trace = await traceMemory(mind, found, { versions: MAX_VERSIONS, signal });
  if (!trace.memory) return undefined;
  if (!sentence) return { ...trace, memory: trace.memory };
  // Of a sentence of a summary, that one.
  const memory = { ...trace.memory, content: sentence.text };
  return { ...trace, memory, explanation: sentence };
}

async function findRecord(
  mind: Mind,
  id: string,
  signal: AbortSignal | undefined,
): Promise<MemoryRecord | undefined> {
  const query = { filter: { "@id": id }, includeArchived: true, includeRetired: true, limit: 1 };
  // A list of a mind has no states and reminders.
  return (await mind.list(query, { signal })).items[0];
}

/** Writes a trace as notes: memory, quotes or sources, what it replaced, and its history. */
export function traceNotes({ memory, explanation, sources, versions }: Trace): string {
  const byId = new Map(sources.map((one) => [one.id, one]));
  const derived = { origin: "derived", trust: memory.trust } as const;
  const quotes = explanation?.quotes.map(({ source, quote, speaker, at }): PromptNote => {
    const { origin, trust } = byId.get(source) ?? derived;
    return note(`[${source}] ${quote}`, { kind: "quote", at, source: { origin, trust, speaker } });
  });
  const replaced = explanation?.replaced.map(({ text, since: at }) =>
    note(text, { kind: "replaced", at, source: derived }),
  );
  const from = sources.map((one) =>
    note(`[${one.id}] ${one.content}`, { kind: "source", at: atOf(one), source: one }),
  );
  const { content, kind } = memory;
  const isShortened = content.length > MAX_TEXT;
  const text = `[${memory.id}] ${shorten(content, MAX_TEXT)}`;
  return writeNotes([
    { text, kind, at: atOf(memory), source: memory, isShortened },
    ...(quotes ?? from).slice(0, MAX_QUOTES),
    ...(replaced ?? []).slice(-MAX_QUOTES),
    { kind: "history", text: [...writingOf(explanation), ...versions.map(versionLine)].join("\n") },
  ]);
}

function note(text: string, others: Omit<PromptNote, "text">): PromptNote {
  const isShortened = text.length > MAX_QUOTE;
  return { ...others, text: shorten(text, MAX_QUOTE), isShortened };
}

function writingOf(explanation: Trace["explanation"]): readonly string[] {
  if (!explanation) return [];
  const { by, since, until } = explanation;
  const end = until === undefined ? "" : ` until ${dayOf(until)}`;
  return [`holds since ${dayOf(since)}${end}, written by ${oneName(by)}`];
}

function versionLine({ version, change, at, actor, cause }: Trace["versions"][number]): string {
  const by = actor === undefined ? "" : ` by ${oneName(actor)}`;
  const why = cause === undefined ? "" : `: ${oneName(cause)}`;
  return `version ${version}, ${change} ${at.toISOString().slice(0, 16)}Z${by}${why}`;
}

function atOf({ occurredAt, createdAt }: MemoryRecord): Date {
  return occurredAt ?? createdAt;
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function oneName(text: string): string {
  return shorten(text.replaceAll(/\s+/gu, " "), MAX_NAME);
}
