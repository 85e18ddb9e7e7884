import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTick, setTimeout as sleep } from "node:timers/promises";

import type { Memory } from "@kioku/core";

import { wholeFile } from "../crash/whole-file.ts";
import { backUpAndCompare } from "./backups.ts";
import { Caller } from "./caller.ts";
import { changesOf, growthIn, held, medianOf } from "./growth.ts";
import type { Sample } from "./growth.ts";
import type { SoakOptions } from "./soak-options.ts";
import { emptyReport, noteWrong } from "./soak-report.ts";
import type { SoakReport } from "./soak-report.ts";
import { openSoaked } from "./soaked-memory.ts";
import type { SoakedMemory } from "./soaked-memory.ts";
import { Talks } from "./talks.ts";

const CALLERS = 6;
/** Rounds of which the second has a backup. */
const BACKUP_EVERY = 5;
const NAP_MS = 20;
const US_PER_MS = 1_000;
/** Characters that each call keeps, if the control is that nothing is released. */
const LEAK = 5_000;

/**
 * Uses a memory on SQLite as a server would, for a long time: several callers, a mind that hears
 * talks and consolidates them, backups, and an end and a new beginning of the store in each round.
 * Every answer is compared with what it has to be. What the process holds must not grow.
 */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const run = new Soak(options);
  for (let round = 1; round <= options.rounds; round += 1) {
    await run.round(round);
    options.onProgress?.(round, options.rounds);
  }
  return run.end();
}

/** A memory in use. */
class Soak {
  readonly #options: SoakOptions;
  readonly #report = emptyReport();
  readonly #callers: readonly Caller[];
  readonly #talks: Talks;
  readonly #path: string;
  readonly #samples: Sample[] = [];
  readonly #leaked: string[] = [];
  #ms: Record<string, number[]> = {};
  #beganMs = 0;
  #beganCalls = 0;
  #beganCpu = process.cpuUsage();

  constructor(options: SoakOptions) {
    const { seed, control, directory } = options;
    mkdirSync(directory, { recursive: true });
    this.#options = options;
    this.#path = join(directory, "soak.db");
    this.#talks = new Talks(seed, this.#report);
    this.#callers = Array.from({ length: CALLERS }, (_, number) => {
      return new Caller({ number, seed, control, report: this.#report });
    });
  }

  /** Opens the memory, uses it until the round is over, and looks at what the process holds. */
  async round(number: number): Promise<void> {
    const report = this.#report;
    this.#ms = {};
    this.#beganMs = performance.now();
    this.#beganCalls = report.calls;
    this.#beganCpu = process.cpuUsage();
    const soaked = openSoaked(this.#path);
    const work = this.#callers.map(async (caller) => this.#useAs(caller, soaked));
    work.push(this.#talk(soaked));
    if (number % BACKUP_EVERY === 2) work.push(this.#backUp(soaked));
    await Promise.all(work);
    const cpuMsOfACall = this.#cpuMs() / (report.calls - this.#beganCalls);
    for (const caller of this.#callers) await caller.compare(soaked.memory.scope(...caller.scope));
    await soaked.memory.close();
    const records = this.#callers.reduce((sum, { known }) => sum + known.size, 0);
    this.#samples.push({
      ...held(),
      bytesOfARecord: statSync(this.#path).size / records,
      cpuMsOfACall,
      recallMs: medianOf(this.#ms["recall"] ?? []),
      rememberMs: medianOf(this.#ms["remember"] ?? []),
    });
    report.rounds += 1;
  }

  /** Looks at the file as a whole, and at what has grown. */
  end(): SoakReport {
    const { torn, corrupt } = wholeFile(this.#path);
    noteWrong(this.#report, ...torn, ...corrupt);
    const grown = growthIn(this.#samples);
    this.#report.figures = changesOf(this.#samples);
    this.#report.grown = grown.length;
    this.#report.defects.push(...grown);
    return this.#report;
  }

  async #useAs(caller: Caller, { memory }: SoakedMemory): Promise<void> {
    const view = memory.scope(...caller.scope);
    do {
      const startedMs = performance.now();
      const verb = await this.#call(caller, view);
      (this.#ms[verb] ??= []).push(performance.now() - startedMs);
      if (this.#options.control === "release") this.#leaked.push("x".repeat(LEAK).toUpperCase());
      await this.#pause();
    } while (!this.#isOver());
  }

  /** Makes a call that must not fail. */
  async #call(caller: Caller, view: Memory): Promise<string> {
    try {
      return await caller.call(view);
    } catch (error) {
      noteWrong(this.#report, `${caller.scope.join("/")}: a call failed: ${String(error)}`);
      return "failure";
    }
  }

  async #talk({ memory }: SoakedMemory): Promise<void> {
    do {
      await this.#talks.hear(memory);
      await this.#pause();
    } while (!this.#isOver());
  }

  async #backUp(soaked: SoakedMemory): Promise<void> {
    const problems = await backUpAndCompare(soaked, this.#callers, this.#options.directory);
    noteWrong(this.#report, ...problems);
    this.#report.backups += 1;
  }

  #isOver(): boolean {
    const { roundMs, roundCalls } = this.#options;
    return this.#elapsedMs() >= roundMs || this.#report.calls - this.#beganCalls >= roundCalls;
  }

  /** Waits as long as this process takes more of the processor than its share. */
  async #pause(): Promise<void> {
    await nextTick();
    while (this.#cpuMs() > this.#options.share * this.#elapsedMs() && !this.#isOver()) {
      await sleep(NAP_MS);
    }
  }

  #elapsedMs(): number {
    return performance.now() - this.#beganMs;
  }

  #cpuMs(): number {
    const { user, system } = process.cpuUsage(this.#beganCpu);
    return (user + system) / US_PER_MS;
  }
}
