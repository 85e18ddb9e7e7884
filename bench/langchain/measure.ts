import { MemoryRetriever } from "@kioku/adapter-langchain";
import type { MemoryRoot } from "@kioku/core";

import { withSampleMemory } from "../sample-memory.ts";
import { SAMPLE_QUERIES, sampleTexts } from "../speed/sample-texts.ts";
import { summarize } from "../times.ts";
import type { Times } from "../times.ts";
import { emptyRetriever } from "./empty-retriever.ts";

/** Rounds that are not counted: until then the engine compiles and caches fill. */
const WARM_UP = 20;

/** Cost of a retriever over recall. */
export interface OverheadReport {
  readonly records: number;
  /** Calls of each sort. */
  readonly calls: number;
  /** `memory.recall(query)`. */
  readonly recall: Times;
  /** `retriever.invoke(query)`. */
  readonly retriever: Times;
  /** `invoke` of a retriever that looks nowhere: what LangChain takes by itself. */
  readonly empty: Times;
  /** Differences between the two calls with one query, one right after the other. */
  readonly overhead: Times;
}

/** Settings of a measurement, and its progress callback. */
export interface MeasureSettings {
  readonly records: number;
  /** Number of times that every query is asked both ways. */
  readonly rounds: number;
  readonly onProgress: (what: string, done: number, total: number) => void;
}

/** A call that says how much it found. */
type Call = (query: string) => Promise<number>;

/** Fills a SQLite file, and asks it by recall and by a retriever in turns. */
export async function measureOverhead(settings: MeasureSettings): Promise<OverheadReport> {
  const { records, onProgress } = settings;
  const inputs = sampleTexts(records).map((content, number) => ({
    content,
    metadata: { number, topic: "bench" },
  }));
  return withSampleMemory({ inputs, onProgress }, (memory) => ask(memory, settings));
}

async function ask(memory: MemoryRoot, settings: MeasureSettings): Promise<OverheadReport> {
  const { records, rounds, onProgress } = settings;
  const retriever = new MemoryRetriever({ memory });
  const nothing = emptyRetriever();
  const byRecall: Call = async (query) => (await memory.recall(query)).length;
  const byRetriever: Call = async (query) => (await retriever.invoke(query)).length;
  const times = { recall: [] as number[], retriever: [] as number[], empty: [] as number[] };
  for (let round = -WARM_UP; round < rounds; round += 1) {
    onProgress("ask", Math.max(round, 0), rounds);
    for (const [place, query] of SAMPLE_QUERIES.entries()) {
      const [recall, invoke] = await inTurn(
        [byRecall, byRetriever],
        query,
        (round + place) % 2 !== 0,
      );
      const empty = await timed(async () => (await nothing.invoke(query)).length, query);
      if (recall.found === 0 || recall.found !== invoke.found) {
        throw new Error(`recall found ${recall.found}, and the retriever ${invoke.found}`);
      }
      if (round < 0) continue;
      times.recall.push(recall.ms);
      times.retriever.push(invoke.ms);
      times.empty.push(empty.ms);
    }
  }
  const differences = times.retriever.map((ms, index) => ms - (times.recall[index] ?? Number.NaN));
  return {
    records,
    calls: differences.length,
    recall: summarize(times.recall),
    retriever: summarize(times.retriever),
    empty: summarize(times.empty),
    overhead: summarize(differences),
  };
}

interface Timed {
  readonly ms: number;
  readonly found: number;
}

/** Calls one right after the other. The second finds warm caches, so they alternate. */
async function inTurn(
  [one, other]: readonly [Call, Call],
  query: string,
  isOtherFirst: boolean,
): Promise<readonly [Timed, Timed]> {
  if (isOtherFirst) {
    const first = await timed(other, query);
    return [await timed(one, query), first];
  }
  return [await timed(one, query), await timed(other, query)];
}

async function timed(call: Call, query: string): Promise<Timed> {
  const started = performance.now();
  const found = await call(query);
  return { ms: performance.now() - started, found };
}
