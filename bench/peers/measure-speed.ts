import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";

import { percentile } from "../recall/metrics.ts";
import type { SetRecord } from "../recall/recall-set.ts";
import { sampleTexts } from "../speed/sample-texts.ts";
import { summarize } from "../times.ts";
import type { Times } from "../times.ts";
import { SystemProcess } from "./system-process.ts";
import { withFolder } from "./with-systems.ts";

/** Times of a system that holds a number of memories of one user. */
interface SpeedOfSystem {
  readonly name: string;
  /** Writing all of them, as the system takes many. */
  readonly fillMs: number;
  /** One write, until the system says that it is written. */
  readonly write: Times;
  readonly search: Times;
}

/** All systems with one number of memories. */
export interface SpeedReport {
  readonly memories: number;
  readonly rounds: number;
  readonly systems: readonly SpeedOfSystem[];
}

/** Settings of a run, and its progress callback. */
export interface SpeedSettings {
  readonly names: readonly string[];
  readonly memories: number;
  readonly rounds: number;
  readonly onProgress: (what: string, done: number, total: number) => void;
}

/** Writes and searches of each system in a round; the median of rounds bears what else runs. */
const PER_ROUND = 5;
/** Rounds that are not counted: until then engines compile and caches fill. */
const WARM_UP = 2;
const USER = "ann";

interface Started {
  readonly name: string;
  readonly system: SystemProcess;
  readonly fillMs: number;
  readonly writes: number[];
  readonly searches: number[];
}

/** Fills all systems and times writes and searches in turns, each time with another one first. */
export function measureSpeed(settings: SpeedSettings): Promise<SpeedReport> {
  return withFolder(async (folder) => {
    const { names, memories, rounds, onProgress } = settings;
    const texts = sampleTexts(memories + PER_ROUND * (rounds + WARM_UP));
    const records = texts.map((text, index): SetRecord => ({ id: `n${index}`, text }));
    const started: Started[] = [];
    try {
      for (const name of names) {
        onProgress(`fill ${name}`, started.length, names.length);
        started.push(await fill(name, folder, records.slice(0, memories)));
      }
      for (let round = 0; round < rounds + WARM_UP; round += 1) {
        onProgress("rounds", round, rounds + WARM_UP);
        const first = memories + round * PER_ROUND;
        const added = records.slice(first, first + PER_ROUND);
        // Distinct questions: some systems keep the vectors of earlier ones.
        const questions = added.map(({ text }) => text.replace(/, note \d+$/u, ""));
        for (const place of started.keys()) {
          const turn = started[(place + round) % started.length];
          if (turn !== undefined)
            await takeTurn(turn, { added, questions, counts: round >= WARM_UP });
        }
      }
    } finally {
      await Promise.all(started.map(({ system }) => system.kill()));
    }
    const systems = started.map(({ name, fillMs, writes, searches }) => ({
      name,
      fillMs,
      write: summarize(writes),
      search: summarize(searches),
    }));
    return { memories, rounds, systems };
  });
}

async function fill(name: string, parent: string, records: readonly SetRecord[]): Promise<Started> {
  const folder = await mkdtemp(join(parent, "system-"));
  const system = await SystemProcess.start({ name, folder });
  const { times } = await system.ask({ verb: "fill", user: USER, records });
  return { name, system, fillMs: Math.round(percentile(times, 0.5)), writes: [], searches: [] };
}

async function takeTurn(
  { system, writes, searches }: Started,
  {
    added,
    questions,
    counts,
  }: {
    readonly added: readonly SetRecord[];
    readonly questions: readonly string[];
    readonly counts: boolean;
  },
): Promise<void> {
  const wrote = await system.ask({ verb: "add", user: USER, records: added });
  const searched = await system.ask({ verb: "search", user: USER, questions });
  if (wrote.failed.length > 0) throw new Error(`a write failed: ${wrote.why}`);
  if (!counts) return;
  writes.push(...wrote.times);
  searches.push(...searched.times);
}
