import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openStudio } from "@kioku/studio";

import { filledMemory } from "./fill.ts";
import { byDrag, byWheel, jumps } from "./scroll.ts";
import type { Frames } from "./scroll.ts";
import { PAGES, studioTabs } from "./tab.ts";
import type { StudioTabs, Tab } from "./tab.ts";

/** Median and worst of some times. */
interface Waits {
  readonly medianMs: number;
  readonly worstMs: number;
}

/** Times that a person waits for. */
export interface StudioReport {
  readonly chromium: string;
  readonly embedder: "none";
  readonly rounds: number;
  readonly memories: number;
  /** From the address to the first memory that is painted, in a browser without a cache. */
  readonly firstView: {
    /** The first time of all, when the list has not been read before. */
    readonly firstMs: number;
    readonly rowMs: Waits;
    /** First contentful paint. */
    readonly paintMs: Waits;
    /** Largest contentful paint until then. */
    readonly largestPaintMs: Waits;
  };
  readonly scrolling: Readonly<Record<"wheel" | "drag", Frames>>;
  /** From a jump within the list to its rows. */
  readonly jump: Waits;
  readonly clickMemories: number;
  /** From a click to the content, by page. */
  readonly pages: Readonly<Record<string, Waits>>;
}

/** Settings of a measurement, and its progress callback. */
export interface StudioSettings {
  readonly memories: number;
  readonly clickMemories: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly onProgress: (what: string, done: number, total: number) => void;
}

type Listed = Pick<StudioReport, "firstView" | "scrolling" | "jump">;

/** Opens the studio of a large and of a smaller memory, and looks at both. */
export async function measureStudio(settings: StudioSettings): Promise<StudioReport> {
  const { memories, clickMemories, rounds } = settings;
  const home = await mkdtemp(join(tmpdir(), "kioku-bench-studio-"));
  try {
    await using tabs = await studioTabs();
    const listed = await onStudio(join(home, "large.db"), { ...settings, tabs }, listOf);
    const small = { ...settings, memories: clickMemories, tabs };
    const pages = await onStudio(join(home, "small.db"), small, clicksOf);
    const { chromium } = tabs;
    return { chromium, embedder: "none", rounds, memories, ...listed, clickMemories, pages };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

type Tabbed = StudioSettings & { readonly tabs: StudioTabs };

async function onStudio<T>(
  path: string,
  settings: Tabbed,
  measure: (url: string, settings: Tabbed) => Promise<T>,
): Promise<T> {
  await using memory = await filledMemory(path, settings);
  await using studio = await openStudio({ memory });
  return await measure(studio.url, settings);
}

async function listOf(url: string, { tabs, rounds, seconds, onProgress }: Tabbed): Promise<Listed> {
  const times: { row: number; paint: number; largest: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    onProgress("first view", round, rounds);
    const tab = await tabs.open(url);
    times.push((await tab.evaluate(TIMES)) as (typeof times)[number]);
    await tab.browserContext().close();
  }
  const [first, ...rest] = times;
  const tab = await tabs.open(url);
  const wheel = await byWheel(tab, seconds);
  const drag = await byDrag(tab, seconds);
  return {
    firstView: {
      firstMs: rounded(first?.row ?? Number.NaN),
      rowMs: waits(rest.map(({ row }) => row)),
      paintMs: waits(rest.map(({ paint }) => paint)),
      largestPaintMs: waits(rest.map(({ largest }) => largest)),
    },
    scrolling: { wheel, drag },
    jump: waits(await jumps(tab, rounds)),
  };
}

/** Times since the page was asked for. */
const TIMES = `firstRow.then((row) => ({
  row,
  paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
  largest,
}))`;

async function clicksOf(
  url: string,
  { tabs, rounds, onProgress }: Tabbed,
): Promise<StudioReport["pages"]> {
  const tab: Tab = await tabs.open(url);
  const times = new Map<string, number[]>(PAGES.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    onProgress("clicks", round, rounds);
    for (const name of PAGES) {
      times.get(name)?.push(Number(await tab.evaluate(`clickOn("${name}")`)));
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, waits(all)]));
}

function waits(times: readonly number[]): Waits {
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  return { medianMs: rounded(median), worstMs: rounded(sorted.at(-1) ?? Number.NaN) };
}

function rounded(ms: number): number {
  return Number(ms.toFixed(1));
}
