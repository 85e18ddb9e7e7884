import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { inFreshProcess } from "../../embed/fresh-process.ts";
import { median } from "../../embed/median.ts";
import type { SkillsSettings } from "../skills-settings.ts";
import type { EmitRate, MatchTimes, Start } from "./child.ts";

/** Figures as medians of fresh processes. */
export interface SpeedReport {
  /** True if the run only shows that everything works; its figures mean nothing. */
  readonly quick: boolean;
  readonly skills: number;
  /** Examples of each skill. */
  readonly examples: number;
  readonly processes: number;
  /** Calls of `match` in each process. */
  readonly matchCalls: number;
  readonly match: MatchTimes;
  /** Start on an empty SQLite file, which embeds every example. */
  readonly coldStart: Start;
  /** Start on the file of the start before, which reads the vectors. */
  readonly warmStart: Start;
  /** Events of `emit`, one by one and again 100 at a time. */
  readonly events: number;
  /** One skill that hears every event by name, and no triggers. */
  readonly emit: EmitRate;
  /** Events of `emitWithTriggers`, one by one and again 100 at a time. */
  readonly textEvents: number;
  /** The same skill, and all the others, which wake by meaning. */
  readonly emitWithTriggers: EmitRate;
  readonly bars: Readonly<Record<string, boolean>>;
}

const FULL = {
  skills: 1_000,
  examples: 5,
  processes: 5,
  matchCalls: 2_000,
  events: 10_000,
  textEvents: 2_000,
};
const QUICK = {
  skills: 20,
  examples: 5,
  processes: 1,
  matchCalls: 20,
  events: 200,
  textEvents: 100,
};
/** Examples of each of a number of skills that was given. */
const MORE_EXAMPLES = 10;

/** Bars for matching and starting; the last for up to 150 skills. */
const BARS = { matchP50Ms: 2, warmStartMs: 300, coldStartMs: 500 };
const FEW_SKILLS = 150;

type SpeedSettings = Pick<SkillsSettings, "quick" | "skills">;

const CHILD = new URL("child.ts", import.meta.url);

/**
 * Each figure from processes of their own, the kinds in turns, so that a slow minute of the machine
 * hits all alike.
 */
export async function measureSpeed(
  { quick, skills: given }: SpeedSettings,
  onProgress: (what: string, done: number, total: number) => void,
): Promise<SpeedReport> {
  const full = given === undefined ? FULL : { ...FULL, skills: given, examples: MORE_EXAMPLES };
  const settings = quick ? QUICK : full;
  const { skills, examples, processes, matchCalls, events, textEvents } = settings;
  const runs = { cold: [], warm: [], match: [], bare: [], full: [] } as {
    readonly cold: Start[];
    readonly warm: Start[];
    readonly match: MatchTimes[];
    readonly bare: EmitRate[];
    readonly full: EmitRate[];
  };
  for (let done = 0; done < processes; done += 1) {
    onProgress("speed", done, processes);
    const folder = await mkdtemp(join(tmpdir(), "kioku-bench-skills-"));
    const file = join(folder, "skills.db");
    try {
      runs.cold.push(await run<Start>("start", skills, examples, file));
      runs.warm.push(await run<Start>("start", skills, examples, file));
    } finally {
      await rm(folder, { recursive: true });
    }
    runs.match.push(await run<MatchTimes>("match", skills, examples, matchCalls));
    runs.bare.push(await run<EmitRate>("emit", 0, examples, events));
    runs.full.push(await run<EmitRate>("emit", skills, examples, textEvents));
  }
  const match = medians(runs.match);
  const coldStart = medians(runs.cold);
  const warmStart = medians(runs.warm);
  return {
    quick,
    ...settings,
    match,
    coldStart,
    warmStart,
    emit: medians(runs.bare),
    emitWithTriggers: medians(runs.full),
    bars: {
      [`match p50 at most ${BARS.matchP50Ms} ms`]: match.p50Ms <= BARS.matchP50Ms,
      [`warm start at most ${BARS.warmStartMs} ms`]: warmStart.startMs <= BARS.warmStartMs,
      ...(skills > FEW_SKILLS
        ? {}
        : {
            [`cold start at most ${BARS.coldStartMs} ms`]: coldStart.startMs <= BARS.coldStartMs,
          }),
    },
  };
}

function run<T>(
  ...args: readonly [what: string, ...rest: readonly (string | number)[]]
): Promise<T> {
  return inFreshProcess<T>(CHILD, { args: args.map(String) });
}

/** The median of every member by itself, to four digits. */
function medians<T extends Start | MatchTimes | EmitRate>(reports: readonly T[]): T {
  const names = Object.keys(reports[0] ?? {}) as (keyof T)[];
  const middle = names.map((name) => {
    const values = reports.map((report) => Number(report[name]));
    return [name, Number(median(values).toPrecision(4))];
  });
  return Object.fromEntries(middle) as T;
}
