import { whyNoCitus } from "@kioku/servers/citus";
import { faultSchedules, fuzzMemory, isolationProbes } from "@kioku/testing";
import type { CreateStore } from "@kioku/testing";

import { backupKills } from "./backup/backup-kills.ts";
import { BACKUP_CONTROLS } from "./backup/backup-options.ts";
import type { BackupControl } from "./backup/backup-options.ts";
import { callbackFaults } from "./callbacks/callback-faults.ts";
import { CONTROLS } from "./crash/control.ts";
import type { Control } from "./crash/control.ts";
import { crashRounds } from "./crash/crash-rounds.ts";
import { damageCases } from "./damage/damage-cases.ts";
import { imageKills } from "./images/image-kills.ts";
import { busyStorm } from "./limits/busy-storm.ts";
import { diskLimits } from "./limits/disk-limits.ts";
import { HEAP_CONTENTS, smallHeap } from "./limits/small-heap.ts";
import { mcpKills } from "./mcp/mcp-kills.ts";
import { mindKills } from "./mind/mind-kills.ts";
import { MIND_CONTROLS } from "./mind/mind-options.ts";
import type { StoreKind } from "./open-stores.ts";
import { powerCuts } from "./power/power-cuts.ts";
import { POWER_CONTROLS } from "./power/power-order.ts";
import type { PowerControl } from "./power/power-order.ts";
import { whyNoTrace } from "./power/record-run.ts";
import { serverKills, workerKills } from "./server-kill/server-kills.ts";
import { SOAK_CONTROLS } from "./soak/soak-options.ts";
import type { SoakControl } from "./soak/soak-options.ts";
import { soak } from "./soak/soak.ts";

/** A deliberate defect of any harness. */
export type AnyControl = BackupControl | Control | PowerControl | SoakControl;

/** Settings of one run of a harness. */
interface HarnessRun {
  readonly create: CreateStore;
  /** Texts that no message may hold. */
  readonly hidden: readonly string[];
  /** Empty, for files of its own. */
  readonly directory: string;
  readonly rounds: number;
  /** True to run every case, where cases can be counted. */
  readonly every: boolean;
  /** Deliberate defect, where there can be one. */
  readonly control: AnyControl | undefined;
  readonly seed: number;
  readonly onProgress: (done: number, total: number) => void;
}

/** Counts of a harness, and its findings in words. */
export interface HarnessResult {
  readonly counts: object;
  readonly defects: readonly string[];
}

/**
 * One harness: what a round of it is, how many are run by default, on which stores, and how it is
 * run.
 */
export interface Harness {
  readonly round: string;
  readonly rounds: number;
  /** The kinds of stores that it runs on. PostgreSQL is a server of its own, if it is installed. */
  readonly kinds: readonly StoreKind[];
  /** Returns why it cannot run on this machine, or nothing. */
  readonly whyNot?: () => string | undefined | Promise<string | undefined>;
  /** Deliberate defects that it must find, by name. */
  readonly controls?: readonly AnyControl[];
  /** True if each round has the seed after that of the one before. */
  readonly hasSeedOfRound?: true;
  /** Counts that every run has alike, which parts do not add. */
  readonly alike?: readonly string[];
  /** Rejects, with the seed in its message, if it cannot go on. */
  readonly run: (given: HarnessRun) => Promise<HarnessResult>;
}

/** Every harness by the name that the command takes. */
export const HARNESSES: Readonly<Record<string, Harness>> = {
  crash: {
    round: "kill",
    rounds: 200,
    kinds: ["sqlite"],
    controls: CONTROLS,
    run: async ({ control, ...given }) =>
      resultOf(await crashRounds({ ...given, control: CONTROLS.find((one) => one === control) })),
  },
  mind: {
    round: "end of a mind in the middle of hearing and consolidating",
    rounds: 500,
    kinds: ["sqlite"],
    controls: MIND_CONTROLS,
    run: async ({ control, ...given }) => {
      const known = MIND_CONTROLS.find((one) => one === control);
      return resultOf(await mindKills({ ...given, control: known }));
    },
  },
  mcp: {
    round: "kill of one of two servers of MCP that remember in one file",
    rounds: 60,
    kinds: ["sqlite"],
    controls: ["acknowledgement"],
    run: async ({ control, ...given }) => {
      const acknowledgesEarly = control === "acknowledgement";
      const together = acknowledgesEarly ? 20 : 1_000;
      return resultOf(await mcpKills({ ...given, together, acknowledgesEarly }));
    },
  },
  backup: {
    round: "kill of a process that backs up, restores and erases, at a folder or a bucket",
    rounds: 200,
    kinds: ["sqlite"],
    controls: BACKUP_CONTROLS,
    run: async ({ control, ...given }) => {
      const known = BACKUP_CONTROLS.find((one) => one === control);
      return resultOf(await backupKills({ ...given, control: known }));
    },
  },
  images: {
    round: "staged image, while those who see and caption them are killed",
    rounds: 10_000,
    kinds: ["sqlite"],
    controls: ["acknowledgement"],
    run: async ({ control, ...given }) =>
      resultOf(await imageKills({ ...given, acknowledgesEarly: control === "acknowledgement" })),
  },
  power: {
    round: "power failure",
    rounds: 1_000,
    kinds: ["sqlite"],
    controls: POWER_CONTROLS,
    whyNot: whyNoTrace,
    run: async ({ control, ...given }) => {
      const known = POWER_CONTROLS.find((one) => one === control);
      return resultOf(await powerCuts({ ...given, control: known }));
    },
  },
  wal: {
    round: "damaged log",
    rounds: 2_000,
    kinds: ["sqlite"],
    run: async ({ every, ...given }) =>
      resultOf(await damageCases("log", { ...given, cases: every ? "every" : given.rounds })),
  },
  flips: {
    round: "flipped bit",
    rounds: 5_000,
    kinds: ["sqlite"],
    run: async (given) => resultOf(await damageCases("file", { ...given, cases: given.rounds })),
  },
  disk: {
    round: "full disk",
    rounds: 50,
    kinds: ["sqlite"],
    run: async (given) => resultOf(await diskLimits(given)),
  },
  storm: {
    round: "transaction of each of 8 processes",
    rounds: 1_000,
    kinds: ["sqlite"],
    alike: ["processes"],
    run: async (given) => resultOf(await busyStorm({ ...given, transactions: given.rounds })),
  },
  heap: {
    round: "set of records that is larger than a heap of 128 MB",
    rounds: 2,
    kinds: ["sqlite"],
    alike: ["peakMegabytes"],
    run: async ({ rounds, directory, onProgress }) => {
      const contents = HEAP_CONTENTS.slice(0, rounds);
      const limits = { heapMegabytes: 128, residentMegabytes: 300 };
      const report = await smallHeap({ contents, ...limits, directory, onProgress });
      return resultOf(report);
    },
  },
  server: {
    round: "kill of the server",
    rounds: 40,
    kinds: ["postgres"],
    controls: ["acknowledgement"],
    run: async ({ control, ...given }) =>
      resultOf(await serverKills({ ...given, acknowledgesEarly: control === "acknowledgement" })),
  },
  citus: {
    round: "kill of the worker of Citus that has the tables",
    rounds: 30,
    kinds: ["postgres"],
    controls: ["acknowledgement"],
    whyNot: () => whyNoCitus,
    run: async ({ control, ...given }) =>
      resultOf(await workerKills({ ...given, acknowledgesEarly: control === "acknowledgement" })),
  },
  soak: {
    round: "minute of use by several callers, after which the memory is closed and opened again",
    rounds: 60,
    kinds: ["sqlite"],
    controls: SOAK_CONTROLS,
    alike: ["figures"],
    run: async ({ control, ...given }) => {
      const known = SOAK_CONTROLS.find((one) => one === control);
      const pace = { roundMs: 60_000, roundCalls: Number.POSITIVE_INFINITY, share: 0.4 };
      return resultOf(await soak({ ...given, ...pace, control: known }));
    },
  },
  // In memory and on SQLite in one run.
  callbacks: {
    round: "pass over every callback that a host can give, in memory, too",
    rounds: 1,
    kinds: ["sqlite"],
    run: async (given) => resultOf(await callbackFaults(given)),
  },
  isolation: {
    round: "probe",
    rounds: 10_000,
    kinds: ["memory", "sqlite", "postgres"],
    alike: ["scopes"],
    run: async ({ create, rounds, seed, onProgress }) =>
      sound(await isolationProbes(create, { probes: rounds, seed, onProgress })),
  },
  faults: {
    round: "schedule",
    rounds: 20_000,
    kinds: ["memory", "sqlite", "postgres"],
    hasSeedOfRound: true,
    run: async ({ create, rounds, seed, onProgress }) => {
      const report = await faultSchedules(create, { schedules: rounds, seed, onProgress });
      return sound({ ...report, faults: Object.fromEntries(report.faults) });
    },
  },
  fuzz: {
    round: "case",
    rounds: 200_000,
    kinds: ["memory", "sqlite", "postgres"],
    run: async ({ create, rounds, seed, hidden, onProgress }) =>
      sound(await fuzzMemory(create, { cases: rounds, seed, hidden, onProgress })),
  },
};

/** Makes the result of a harness that rejects at the first defect. */
function sound(counts: object): HarnessResult {
  return { counts, defects: [] };
}

function resultOf(report: { readonly defects: readonly string[] }): HarnessResult {
  const { defects, ...counts } = report;
  return { counts, defects };
}
