import { withMemory } from "@kioku/adapter-vercel-ai";
import type { MemoryRoot } from "@kioku/core";
import { generateText, streamText } from "ai";
import type { LanguageModel } from "ai";

import { withSampleMemory } from "../sample-memory.ts";
import { SAMPLE_QUERIES, sampleTexts } from "../speed/sample-texts.ts";
import { summarize } from "../times.ts";
import type { Times } from "../times.ts";
import { instantModel } from "./instant-model.ts";

/** Rounds that are not counted: until then the engine compiles and caches fill. */
const WARM_UP = 20;
/** Memories that a turn recalls by default. */
const LIMIT = 20;

/** The measured calls, by name. */
export const CALLS = [
  "memory.recall",
  "memory.context",
  "generateText",
  "generateText with memory",
  "generateText with memory and thread",
  "streamText",
  "streamText with memory",
] as const;
/** The name of a measured call. */
type CallName = (typeof CALLS)[number];

/** Cost of a memory for a turn, over a plain recall. */
export interface TurnReport {
  readonly records: number;
  /** Messages of the chat before the question. */
  readonly messages: number;
  /** UTF-16 units of each of them; `undefined` for the lengths of the sample texts. */
  readonly length: number | undefined;
  /** Calls of each sort. */
  readonly calls: number;
  /** Times of each kind of call. */
  readonly times: Readonly<Record<CallName, Times>>;
  /** A turn with memory less the same without, and less `memory.recall`, query by query. */
  readonly added: Readonly<
    Record<"generateText" | "generateText with a thread" | "streamText", Times>
  >;
}

/** Settings of a measurement, and its progress callback. */
export interface TurnSettings {
  readonly records: number;
  readonly messages: number;
  readonly length: number | undefined;
  /** Number of times that every query is asked in each way. */
  readonly rounds: number;
  readonly onProgress: (what: string, done: number, total: number) => void;
}

type Call = (query: string) => Promise<unknown>;

/** Fills a SQLite file and times recalls and turns of the AI SDK on it. */
export async function measureTurns(settings: TurnSettings): Promise<TurnReport> {
  const { records, onProgress } = settings;
  const inputs = sampleTexts(records);
  return withSampleMemory({ inputs, onProgress }, (memory) => ask(memory, settings));
}

function callsOn(
  memory: MemoryRoot,
  { messages, length }: TurnSettings,
): Readonly<Record<CallName, Call>> {
  const before = sampleTexts(messages).map((text, index) => ({
    role: index % 2 === 0 ? ("user" as const) : ("assistant" as const),
    content: length === undefined ? text : grown(text, length),
  }));
  const chat = (query: string) => [...before, { role: "user" as const, content: query }];
  const plain = instantModel();
  const wrapped = withMemory(plain, memory);
  const threaded = withMemory(plain, memory, { thread: "bench" });
  const generate =
    (model: LanguageModel): Call =>
    async (query) =>
      generateText({ model, messages: chat(query) });
  const stream =
    (model: LanguageModel): Call =>
    async (query) =>
      streamText({ model, messages: chat(query) }).consumeStream();
  return {
    "memory.recall": (query) => memory.recall({ query, limit: LIMIT }),
    "memory.context": (query) => memory.context(query),
    generateText: generate(plain),
    "generateText with memory": generate(wrapped),
    "generateText with memory and thread": generate(threaded),
    streamText: stream(plain),
    "streamText with memory": stream(wrapped),
  };
}

async function ask(memory: MemoryRoot, settings: TurnSettings): Promise<TurnReport> {
  const { records, messages, length, rounds, onProgress } = settings;
  const calls = callsOn(memory, settings);
  const times = Object.fromEntries(CALLS.map((name) => [name, [] as number[]])) as Record<
    CallName,
    number[]
  >;
  for (let round = -WARM_UP; round < rounds; round += 1) {
    onProgress("ask", Math.max(round, 0), rounds);
    for (const [place, query] of SAMPLE_QUERIES.entries()) {
      for (const name of rotated(CALLS, round + WARM_UP + place)) {
        const started = performance.now();
        await calls[name](query);
        if (round >= 0) times[name].push(performance.now() - started);
      }
    }
  }
  const added = (way: "generateText" | "streamText", withIt: CallName): Times =>
    summarize(
      times[withIt].map(
        (ms, index) => ms - (times[way][index] ?? NaN) - (times["memory.recall"][index] ?? NaN),
      ),
    );
  return {
    records,
    messages,
    length,
    calls: rounds * SAMPLE_QUERIES.length,
    times: Object.fromEntries(CALLS.map((name) => [name, summarize(times[name])])) as Record<
      CallName,
      Times
    >,
    added: {
      generateText: added("generateText", "generateText with memory"),
      "generateText with a thread": added("generateText", "generateText with memory and thread"),
      streamText: added("streamText", "streamText with memory"),
    },
  };
}

/** A text of this length that is made of another, as a string of its own. */
function grown(text: string, length: number): string {
  const long = `${text} `.repeat(Math.ceil(length / (text.length + 1))).slice(0, length);
  return Buffer.from(long).toString();
}

/** Rotates the order, since the later calls find warm caches. */
function rotated<Item>(items: readonly Item[], by: number): readonly Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
