import { faultSchedules, fuzzMemory, isolationProbes } from "@kioku/core/testing";
import type { CreateStore } from "@kioku/core/testing";

/** What a harness runs on, and how long. */
interface HarnessRun {
  readonly create: CreateStore;
  /** Texts that no message may hold. */
  readonly hidden: readonly string[];
  readonly rounds: number;
  readonly seed: number;
  readonly onProgress: (done: number, total: number) => void;
}

/** One harness: what a round of it is, how many are run by default, and how it is run. */
export interface Harness {
  readonly round: string;
  readonly rounds: number;
  /** Resolves to what it has counted; rejects with the seed in its message as soon as a promise is broken. */
  readonly run: (given: HarnessRun) => Promise<object>;
}

/** Every harness by the name that the command takes. */
export const HARNESSES: Readonly<Record<string, Harness>> = {
  isolation: {
    round: "probe",
    rounds: 10_000,
    run: ({ create, rounds, seed, onProgress }) =>
      isolationProbes(create, { probes: rounds, seed, onProgress }),
  },
  faults: {
    round: "schedule",
    rounds: 20_000,
    run: async ({ create, rounds, seed, onProgress }) => {
      const report = await faultSchedules(create, { schedules: rounds, seed, onProgress });
      return { ...report, faults: Object.fromEntries(report.faults) };
    },
  },
  fuzz: {
    round: "case",
    rounds: 200_000,
    run: ({ create, rounds, seed, hidden, onProgress }) =>
      fuzzMemory(create, { cases: rounds, seed, hidden, onProgress }),
  },
};
