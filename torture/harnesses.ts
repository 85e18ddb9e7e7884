import { faultSchedules, fuzzMemory, isolationProbes } from "@kioku/core/testing";
import type { CreateStore } from "@kioku/core/testing";

import type { Control } from "./crash/control.ts";
import { crashRounds } from "./crash/crash-rounds.ts";
import { damageCases } from "./damage/damage-cases.ts";
import { busyStorm } from "./limits/busy-storm.ts";
import { diskLimits } from "./limits/disk-limits.ts";
import { serverKills, whyNoServerKills } from "./server-kill/server-kills.ts";

/** What a harness runs on, and how long. */
interface HarnessRun {
  readonly create: CreateStore;
  /** Texts that no message may hold. */
  readonly hidden: readonly string[];
  /** Empty, for files of its own. */
  readonly directory: string;
  readonly rounds: number;
  /** Whether to run every case that there is, where these can be counted. */
  readonly every: boolean;
  /** What to break on purpose, where that can be done. */
  readonly control: Control | undefined;
  readonly seed: number;
  readonly onProgress: (done: number, total: number) => void;
}

/** What a harness has counted, and in words what it has found wrong. */
export interface HarnessResult {
  readonly counts: object;
  readonly defects: readonly string[];
}

/** One harness: what a round of it is, how many are run by default, on which stores, and how it is run. */
export interface Harness {
  readonly round: string;
  readonly rounds: number;
  /** Whether it works on files of SQLite; otherwise it runs on every kind of store. */
  readonly onFiles: boolean;
  /** Whether it starts a server of PostgreSQL of its own, once for all kinds of stores. */
  readonly onServer?: boolean;
  /** Why it cannot run on this machine; nothing if it can. */
  readonly whyNot?: () => Promise<string | undefined>;
  /** Rejects, with the seed in its message, if it cannot go on. */
  readonly run: (given: HarnessRun) => Promise<HarnessResult>;
}

/** Every harness by the name that the command takes. */
export const HARNESSES: Readonly<Record<string, Harness>> = {
  crash: {
    round: "kill",
    rounds: 200,
    onFiles: true,
    run: async (given) => resultOf(await crashRounds(given)),
  },
  wal: {
    round: "damaged log",
    rounds: 2_000,
    onFiles: true,
    run: async ({ every, ...given }) =>
      resultOf(await damageCases("log", { ...given, cases: every ? "every" : given.rounds })),
  },
  flips: {
    round: "flipped bit",
    rounds: 5_000,
    onFiles: true,
    run: async (given) => resultOf(await damageCases("file", { ...given, cases: given.rounds })),
  },
  disk: {
    round: "full disk",
    rounds: 50,
    onFiles: true,
    run: async (given) => resultOf(await diskLimits(given)),
  },
  storm: {
    round: "transaction of each of 8 processes",
    rounds: 1_000,
    onFiles: true,
    run: async (given) => resultOf(await busyStorm({ ...given, transactions: given.rounds })),
  },
  postgres: {
    round: "kill of the server",
    rounds: 40,
    onFiles: false,
    onServer: true,
    whyNot: whyNoServerKills,
    run: async ({ control, ...given }) =>
      resultOf(await serverKills({ ...given, acknowledgesEarly: control === "acknowledgement" })),
  },
  isolation: {
    round: "probe",
    rounds: 10_000,
    onFiles: false,
    run: async ({ create, rounds, seed, onProgress }) =>
      sound(await isolationProbes(create, { probes: rounds, seed, onProgress })),
  },
  faults: {
    round: "schedule",
    rounds: 20_000,
    onFiles: false,
    run: async ({ create, rounds, seed, onProgress }) => {
      const report = await faultSchedules(create, { schedules: rounds, seed, onProgress });
      return sound({ ...report, faults: Object.fromEntries(report.faults) });
    },
  },
  fuzz: {
    round: "case",
    rounds: 200_000,
    onFiles: false,
    run: async ({ create, rounds, seed, hidden, onProgress }) =>
      sound(await fuzzMemory(create, { cases: rounds, seed, hidden, onProgress })),
  },
};

/** Of a harness that rejects at the first defect. */
function sound(counts: object): HarnessResult {
  return { counts, defects: [] };
}

function resultOf(report: { readonly defects: readonly string[] }): HarnessResult {
  const { defects, ...counts } = report;
  return { counts, defects };
}
