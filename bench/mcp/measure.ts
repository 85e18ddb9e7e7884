import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { createMind, type Mind, sessionContext } from "@kioku/mind";
import { sqliteStore } from "@kioku/store-sqlite";
import type { Client } from "@modelcontextprotocol/client";

import { SAMPLE_QUERIES, sampleTexts } from "../speed/sample-texts.ts";
import { takeRounds } from "../take-rounds.ts";
import { summarize } from "../times.ts";
import type { Times } from "../times.ts";
import { overHttp, overStdio } from "./served.ts";
import type { ServedFiles } from "./served.ts";

const BATCH = 1_000;
const LIMIT = 8;
/** Rounds that are not counted: until then the engine compiles and caches fill. */
const WARM_UP = 20;

/** Verbs that are called both ways. */
export const VERBS = ["recall", "remember", "context"] as const;

type Verb = (typeof VERBS)[number];

/** Times of one verb, and what MCP adds to it, call by call. */
interface VerbReport {
  readonly inProcess: Times;
  readonly stdio: Times;
  readonly http: Times;
  readonly stdioAdds: Times;
  readonly httpAdds: Times;
}

/** Cost of serving a memory over MCP. */
export interface McpReport {
  readonly memories: number;
  readonly rounds: number;
  readonly verbs: Readonly<Record<Verb, VerbReport>>;
  /** From the start of a process to the answers of the first requests. */
  readonly start: {
    readonly runs: number;
    /** `tools/list`. */
    readonly tools: Times;
    /** The first `recall`, asked right after. */
    readonly firstRecall: Times;
  };
}

/** Settings of a measurement, and its progress callback. */
export interface McpSettings {
  readonly memories: number;
  readonly rounds: number;
  /** Processes that are started. */
  readonly starts: number;
  readonly onProgress: (what: string, done: number, total: number) => void;
}

/** Calls verbs in the process and over MCP in turns, each on a copy of one file. */
export async function measureMcp(settings: McpSettings): Promise<McpReport> {
  const { memories, rounds } = settings;
  const home = await mkdtemp(join(tmpdir(), "kioku-bench-mcp-"));
  try {
    const path = (name: string): string => join(home, `${name}.db`);
    await fill(path("own"), settings);
    for (const name of ["stdio", "http"]) await copyFile(path("own"), path(name));
    const start = await measureStarts({ database: path("stdio"), home }, settings);
    await using stdio = await overStdio({ database: path("stdio"), home });
    await using http = await overHttp({ database: path("http"), home });
    await using memory = openMemory(path("own"));
    await using mind = createMind({ memory });
    const callers = [inProcess(mind), overMcp(stdio.client), overMcp(http.client)] as const;
    const verbs = {} as Record<Verb, VerbReport>;
    for (const verb of VERBS) verbs[verb] = await measureVerb(verb, callers, settings);
    return { memories, rounds, verbs, start };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Calls a verb about something; the same number in all three means the same thing. */
type Caller = (verb: Verb, round: number) => Promise<unknown>;

function inProcess(mind: Mind): Caller {
  return async (verb, round) => {
    if (verb === "recall") return mind.recall({ query: queryOf(round), limit: LIMIT });
    if (verb === "remember") return mind.remember(noteOf(round));
    return sessionContext(mind, { maxBytes: 2_000 });
  };
}

function overMcp(client: Client): Caller {
  return async (verb, round) => {
    const args = { recall: { query: queryOf(round) }, remember: { content: noteOf(round) } };
    const given = verb === "context" ? {} : args[verb];
    const { isError, content } = await client.callTool({ name: verb, arguments: given });
    if (isError === true) throw new Error(`${verb} failed: ${JSON.stringify(content)}`);
  };
}

function queryOf(round: number): string {
  return SAMPLE_QUERIES[round % SAMPLE_QUERIES.length] ?? "";
}

function noteOf(round: number): string {
  return `Number ${round} of the list is drawer ${round * 7919} in room ${round % 31}`;
}

async function measureVerb(
  verb: Verb,
  [own, stdio, http]: readonly [Caller, Caller, Caller],
  { rounds, onProgress }: McpSettings,
): Promise<VerbReport> {
  const turns = {
    inProcess: async (round: number) => own(verb, round),
    stdio: async (round: number) => stdio(verb, round),
    http: async (round: number) => http(verb, round),
  };
  const times = await takeRounds(turns, {
    rounds,
    warmUp: WARM_UP,
    before: () => undefined,
    onRound: (done, total) => onProgress(verb, done, total),
  });
  const adds = (all: readonly number[]): Times =>
    summarize(all.map((ms, index) => ms - (times.inProcess[index] ?? Number.NaN)));
  return {
    inProcess: summarize(times.inProcess),
    stdio: summarize(times.stdio),
    http: summarize(times.http),
    stdioAdds: adds(times.stdio),
    httpAdds: adds(times.http),
  };
}

async function measureStarts(
  files: ServedFiles,
  { starts, onProgress }: McpSettings,
): Promise<McpReport["start"]> {
  const tools: number[] = [];
  const recalls: number[] = [];
  // The first one compiles what the others read.
  for (let run = -1; run < starts; run += 1) {
    onProgress("starts", run + 1, starts);
    const startedAt = performance.now();
    await using served = await overStdio(files);
    await served.client.listTools();
    const listedAt = performance.now();
    await served.client.callTool({ name: "recall", arguments: { query: queryOf(run + 1) } });
    if (run < 0) continue;
    tools.push(listedAt - startedAt);
    recalls.push(performance.now() - listedAt);
  }
  return { runs: starts, tools: summarize(tools), firstRecall: summarize(recalls) };
}

async function fill(path: string, { memories, onProgress }: McpSettings): Promise<void> {
  await using memory = openMemory(path);
  const texts = sampleTexts(memories);
  for (let start = 0; start < memories; start += BATCH) {
    onProgress("fill", start, memories);
    // Notes would be consolidated by all three while they are timed.
    const batch = texts.slice(start, start + BATCH).map((content) => ({ content, kind: "page" }));
    await memory.rememberAll(batch);
  }
}

function openMemory(path: string): ReturnType<typeof createMemory> {
  return createMemory({ store: sqliteStore({ path }), embedder: localEmbedder() });
}
