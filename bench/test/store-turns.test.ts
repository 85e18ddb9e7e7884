import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { loadPeerModule } from "../store/adapters/load-peer-module.ts";
import type { Answered, Ask, Filled } from "../store/adapters/peer-messages.ts";
import { ALWAYS_THERE, INDEXED, PEERS } from "../store/adapters/peers.ts";
import { peerNames, startPeers, versionOfPeer } from "../store/adapters/start-peers.ts";
import type { PeersOptions, StartedPeer } from "../store/adapters/start-peers.ts";
import { BenchData } from "../store/data/bench-data.ts";
import { ExactNeighbours } from "../store/data/exact-neighbours.ts";
import { range } from "../store/data/range.ts";
import { memoryReader } from "../store/measure/read-memory.ts";
import { medianOf, ratioOf, takeTurns } from "../store/measure/take-turns.ts";
import type { Entrant, TurnOptions, TurnResult } from "../store/measure/take-turns.ts";
import { reportTurns } from "../store/measure/turns-report.ts";
import type { AskedResult } from "../store/measure/turns-report.ts";

const SETTINGS = { count: 200, dimensions: 16, seed: 1, hard: false };
const TURNS: TurnOptions = {
  rounds: 3,
  queries: 10,
  turnMs: 500,
  budgetMs: 60_000,
  onRound: () => undefined,
};

/** Says that each query took so long, and writes down what it was asked. */
function entrantOf(name: string, ms: number, diary: string[] = []): Entrant {
  return {
    firstQuery: 100,
    async ask(first, count) {
      diary.push(`${name} ${first}+${count}`);
      const queries = range(first, first + count);
      return {
        times: queries.map(() => ms),
        found: queries.map((query) => [query]),
        cpuMs: ms * count,
      };
    },
  };
}

function roundOf(names: string, query: number): readonly string[] {
  return names.split(",").map((name) => `${name} ${query}+10`);
}

/** Rounds of the diary, without warm-up. */
function turnsOf(diary: readonly string[]): readonly string[] {
  return diary.filter((line) => !/ \d\+1$/u.test(line));
}

test("in each round everybody is asked the same queries, beginning with another one", async () => {
  const diary: string[] = [];
  const entrants = ["a", "b", "c"].map((name) => entrantOf(name, 1, diary));
  const [first] = await takeTurns(entrants, TURNS);
  expect(turnsOf(diary)).toEqual([
    ...roundOf("a,b,c", 100),
    ...roundOf("b,c,a", 110),
    ...roundOf("c,a,b", 120),
  ]);
  expect(first?.medians).toEqual([1, 1, 1]);
  expect([...(first?.found.keys() ?? [])]).toEqual(range(100, 130));
  expect(first?.found.get(117)).toEqual([117]);
});

test("a slow one gets fewer queries a turn, and sits out once it has taken long enough", async () => {
  const diary: string[] = [];
  const options = { ...TURNS, rounds: 8, budgetMs: 1_000 };
  const entrants = [entrantOf("fast", 2, diary), entrantOf("slow", 200, diary)];
  const [fast, slow] = await takeTurns([...entrants, entrantOf("slowest", 9_000)], options);
  expect(turnsOf(diary).filter((line) => line.startsWith("slow"))).toEqual(
    range(0, 5).map((round) => `slow ${100 + round * 10}+2`),
  );
  expect(fast?.medians).toHaveLength(8);
  expect(slow?.medians).toEqual([...range(0, 5).map(() => 200), undefined, undefined, undefined]);
  expect(slow && medianOf(slow.cpu)).toBe(200);
});

test("one that fails sits out with its reason, and the others go on", async () => {
  let turns = 0;
  const failing = (after: number): Entrant => ({
    firstQuery: 0,
    async ask(_, count) {
      turns += 1;
      if (turns > after) throw new Error("the process is gone");
      return { times: range(0, count).map(() => 1), found: [], cpuMs: count };
    },
  });
  const [never] = await takeTurns([failing(0)], TURNS);
  expect(never).toEqual({
    medians: [undefined, undefined, undefined],
    cpu: [undefined, undefined, undefined],
    found: new Map(),
    failure: "the process is gone",
  });
  turns = 0;
  const [once, other] = await takeTurns([failing(11), entrantOf("b", 1)], TURNS);
  expect(once?.medians).toEqual([1, undefined, undefined]);
  expect(once?.failure).toBe("the process is gone");
  expect(other?.medians).toEqual([1, 1, 1]);
});

test("a ratio is the median over the rounds of both", () => {
  const one = [1, 2, 30, 4];
  expect(ratioOf(one, [2, 2, 2, undefined])).toBe(1);
  expect(ratioOf(one, [undefined, undefined, undefined, 8])).toBe(0.5);
  expect(ratioOf(one, [undefined])).toBeUndefined();
});

test("the report has a peer's recall, the best of the others as bar, and who failed", () => {
  const { peers, skippedPeers, turns } = reportAt(10_000);
  expect(peers.map(({ name, recallAt10, hybridP50Ms }) => [name, recallAt10, hybridP50Ms])).toEqual(
    [
      [ALWAYS_THERE, 0.5, 5],
      [INDEXED, 0.5, 10],
      ["MiniSearch", undefined, 1],
    ],
  );
  expect(peers.every(({ version }) => /^\d+\.\d+\.\d+$/u.test(version))).toBe(true);
  expect(skippedPeers).toEqual([
    { name: "mem0ai own store", reason: "not there" },
    { name: "Orama", reason: "out of memory" },
  ]);
  expect(turns).toMatchObject({ rounds: 1, vectorP50Ms: 1, hybridP50Ms: 4, hybridCpuMs: 8 });
  expect(turns.read).toMatchObject({ bytes: 4e6, p50Ms: 2, gigabytesPerSecond: 2 });
  const held = (count: number): readonly unknown[] =>
    reportAt(count).turns.ratios.flatMap(({ of, beside, ratio, bar }) =>
      bar === undefined ? [] : [[of, beside, ratio, bar]],
    );
  expect(held(600)).toEqual([]);
  // The best that looks at vectors as well.
  expect(held(10_000)).toEqual([["hybrid", ALWAYS_THERE, 0.8, 0.5]]);
  expect(held(100_000)).toEqual([["hybrid", INDEXED, 0.4, 0.5]]);
  expect(held(1_000_000)).toEqual([
    ["hybrid", INDEXED, 0.4, 0.5],
    ["hybrid", "one read of the codes", 2, 1],
  ]);
});

test("a peer in a process of its own is filled and finds what an exact search finds", async () => {
  await inFolder(async (options) => {
    const { started, skipped } = await startPeers(options);
    expect(skipped).toEqual([]);
    const [peer] = started;
    try {
      expect(peer?.running.asks).toEqual(["vector", "hybrid"]);
      const data = new BenchData(SETTINGS);
      const truth = new ExactNeighbours(data.queries(7, 3).map(({ vector }) => vector));
      for (const index of range(0, SETTINGS.count)) truth.add(index, data.vectorOf(index));
      const vector = await answerOf(peer, "vector");
      expect(vector?.found).toEqual(truth.found());
      expect(vector?.times).toHaveLength(3);
      const hybrid = await answerOf(peer, "hybrid");
      expect(hybrid?.found.map(({ length }) => length)).toEqual([10, 10, 10]);
    } finally {
      await peer?.running.stop();
    }
    await expect(answerOf(peer, "vector")).rejects.toThrow(/^ended with SIGKILL$/u);
  });
});

test("a peer that is not there, is too slow, or would take all memory is skipped with the reason", async () => {
  await inFolder(async (options) => {
    const reasons = async (changed: Partial<PeersOptions>): Promise<readonly string[]> => {
      const { started, skipped } = await startPeers({ ...options, ...changed });
      expect(started).toEqual([]);
      return skipped.map(({ reason }) => reason);
    };
    expect(await reasons({ names: ["nobody"] })).toEqual(["there is no peer nobody"]);
    const settings = { ...SETTINGS, count: 1e9 };
    expect(await reasons({ settings })).toEqual([
      expect.stringMatching(/^may need [\d.]+ GiB of memory, [\d.]+ are free$/u),
    ]);
    const many = { ...SETTINGS, count: 5_000 };
    expect(await reasons({ settings: many, allowedMs: 1 })).toEqual(["not filled within 0 s"]);
  });
});

test("a package that is not installed is named", () => {
  expect(() => loadPeerModule("not-a-peer")).toThrow(
    /^package not-a-peer cannot be loaded: Error: Cannot find module 'not-a-peer'$/u,
  );
});

test("each peer has a pinned version and its licence on the page, and only one takes part unless all are asked for", () => {
  expect(peerNames(false)).toEqual([ALWAYS_THERE]);
  expect(peerNames(true)).toEqual(Object.keys(PEERS));
  const page = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  for (const name of peerNames(true)) {
    expect(versionOfPeer(name)).toMatch(/^\d+\.\d+\.\d+$/u);
    expect(page).toContain(`| ${name.padEnd(27)} |`);
  }
});

test("a read of the memory is timed as often as asked", async () => {
  const { times, found, cpuMs } = await memoryReader(4_096)(3);
  expect(times).toHaveLength(3);
  expect(found).toEqual([[], [], []]);
  expect(cpuMs).toBeGreaterThanOrEqual(0);
});

/** Everything that a report is made of, at this count. */
function reportAt(count: number): ReturnType<typeof reportTurns> {
  return reportTurns(
    [
      asked("Kioku vector", [1]),
      asked("Kioku hybrid", [4]),
      asked(`${ALWAYS_THERE} vector`, [8], [[1, 2], [7]]),
      asked(`${ALWAYS_THERE} hybrid`, [5]),
      asked(`${INDEXED} vector`, [2], [[1, 2], []]),
      asked(`${INDEXED} hybrid`, [10]),
      asked("MiniSearch hybrid", [1]),
      { ...asked("Orama vector", []), result: { ...resultOf([]), failure: "out of memory" } },
      asked("memory read", [2]),
    ],
    {
      bytes: 4e6,
      count,
      expected: [[1, 2], [3]],
      firstQuery: 100,
      started: [
        startedOf(ALWAYS_THERE, ["vector", "hybrid"]),
        startedOf(INDEXED, ["vector", "hybrid"]),
        startedOf("MiniSearch", ["hybrid"]),
        startedOf("Orama", ["vector"]),
      ],
      skipped: [{ name: "mem0ai own store", reason: "not there" }],
    },
  );
}

function resultOf(
  medians: readonly (number | undefined)[],
  found: readonly (readonly number[])[] = [],
): TurnResult {
  return {
    medians,
    cpu: medians.map((ms) => (ms === undefined ? undefined : ms * 2)),
    found: new Map(found.map((one, place) => [100 + place, one])),
    failure: undefined,
  };
}

/** One that was asked for what the last word of its name says. */
function asked(
  said: string,
  medians: readonly number[],
  found: readonly (readonly number[])[] = [],
): AskedResult {
  const place = said.lastIndexOf(" ");
  const ask = said.slice(place + 1) as AskedResult["ask"];
  return { name: said.slice(0, place), ask, result: resultOf(medians, found) };
}

function startedOf(name: string, asks: Filled["asks"]): StartedPeer {
  return { name, running: { buildMs: 1, asks, ask: answerNothing, stop: async () => undefined } };
}

async function answerNothing(): Promise<Answered> {
  return { times: [], found: [], cpuMs: 0 };
}

async function answerOf(peer: StartedPeer | undefined, ask: Ask): Promise<Answered | undefined> {
  return peer?.running.ask({ ask, first: 7, count: 3 });
}

async function inFolder(work: (options: PeersOptions) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "kioku-peers-test-"));
  const options = { names: [ALWAYS_THERE], settings: SETTINGS, folder, allowedMs: 60_000 };
  try {
    await work({ ...options, onPeer: () => undefined });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
