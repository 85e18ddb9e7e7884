import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { seededRandom } from "../seeded-random.ts";
import { checkFile } from "./check-file.ts";
import type { FileVerdict } from "./check-file.ts";
import type { Control } from "./control.ts";
import type { CrashReport } from "./crash-report.ts";
import type { Plan } from "./plan-step.ts";
import { planStep } from "./plan-step.ts";
import { digestOf } from "./step.ts";
import { emptyWorld, packWorld } from "./world.ts";
import type { World } from "./world.ts";
import type { Acknowledgement } from "./writer-order.ts";
import { startWriter } from "./writer-process.ts";
import type { WriterProcess, WriterStart } from "./writer-process.ts";

/** Parts of a lane. */
export interface LaneOptions {
  readonly seed: number;
  /** A directory of its own. */
  readonly directory: string;
  readonly start: WriterStart;
  readonly control?: Control | undefined;
  /** Counts of all lanes. */
  readonly report: CrashReport;
}

/**
 * Rounds on one file at most, and versions in its history: checking takes as long as the file is
 * large.
 */
const ROUNDS_OF_A_FILE = 25;
const VERSIONS_OF_A_FILE = 1_500;
const MAX_DEFECTS = 10;
/** Kills before the first acknowledgement, one after the other. */
const MAX_REPEATS = 5;

/** Kills one writer after the other on one file, and begins another file now and then. */
export class CrashLane {
  readonly #options: LaneOptions;
  #writer: WriterProcess;
  #world: World = emptyWorld();
  #path = "";
  #roundsOnFile = 0;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#writer = startWriter(options.start);
  }

  /** One kill and one check; once more where nothing was acknowledged before the kill. */
  async round(number: number): Promise<void> {
    for (let attempt = 0; attempt < MAX_REPEATS; attempt += 1) {
      if (await this.#attempt(number, attempt)) return;
      this.#options.report.repeated += 1;
    }
    throw new Error(`no writer acknowledges anything in round ${number}`);
  }

  /** Ends the writer that was started for the next round. */
  close(): void {
    this.#writer.stop();
  }

  async #attempt(number: number, attempt: number): Promise<boolean> {
    const { seed, start, control, report } = this.#options;
    const random = seededRandom(seed, number, attempt);
    if (this.#path === "" || this.#isUsedUp()) this.#beginFile(number, attempt);
    const largest = random.pick([1, 5, 50]);
    const plan: Plan = { seed: random.below(2 ** 31), largest, scrubs: true };
    const depth = random.pick([1, 1, 3]);
    const order = { path: this.#path, plan, depth, control, world: packWorld(this.#world) };
    const writer = this.#writer;
    this.#writer = startWriter(start);
    const acknowledged = await writer.run(order, random.below(random.pick([3, 60, 200])));
    if (acknowledged.length === 0) {
      // Later rounds cannot build on its unacknowledged writes.
      this.#path = "";
      return false;
    }
    this.#follow(acknowledged, plan);
    this.#roundsOnFile += 1;
    // The other half of the logs stays for the next writer to recover.
    const path = random.chance(0.5) ? this.#path : this.#copy();
    const verdict = await checkFile(path, { world: this.#world, plan, depth, random });
    report.rounds += 1;
    report.acknowledged += acknowledged.length;
    for (const { size } of acknowledged) report.changes += size;
    this.#count(verdict, `seed ${seed}, round ${number}, step ${this.#world.steps}`);
    return true;
  }

  /** Plans what the writer has planned. */
  #follow(acknowledged: readonly Acknowledgement[], plan: Plan): void {
    for (const { step, digest } of acknowledged.toSorted((a, b) => a.step - b.step)) {
      let planned = planStep(this.#world, plan);
      // Steps are committed in order. Of those that share a flush, a later one may be acknowledged
      // first, and a rewrite of the file, which changes nothing, last.
      while (this.#world.steps < step) planned = planStep(this.#world, plan);
      if (step === this.#world.steps && digest === digestOf(planned)) continue;
      throw new Error(
        `the writer acknowledges step ${step}, which is not the one that was planned`,
      );
    }
  }

  #count({ lost, torn, corrupt, beyond, compared }: FileVerdict, where: string): void {
    const { report, control, directory } = this.#options;
    report.lost += lost;
    report.torn += torn.length > 0 ? 1 : 0;
    report.corrupt += corrupt.length > 0 ? 1 : 0;
    report.unacknowledged += beyond;
    report.compared += compared;
    const found = [...(lost > 0 ? [`${lost} records lost`] : []), ...torn, ...corrupt];
    if (found.length === 0) return;
    const file = control === undefined ? `, file ${this.#path}` : "";
    if (report.defects.length < MAX_DEFECTS) {
      report.defects.push(`${where}${file}: ${found.join("; ")}`);
    }
    // A damaged file is kept, and proves nothing about later rounds.
    if (control !== undefined) rmSync(directory, { recursive: true, force: true });
    this.#path = "";
  }

  #isUsedUp(): boolean {
    const versions = [...this.#world.ended.values()].reduce((sum, ended) => sum + ended.length, 0);
    return this.#roundsOnFile >= ROUNDS_OF_A_FILE || versions >= VERSIONS_OF_A_FILE;
  }

  #beginFile(number: number, attempt: number): void {
    const { directory, report } = this.#options;
    if (this.#path !== "") removeFile(this.#path);
    mkdirSync(directory, { recursive: true });
    this.#path = join(directory, `${number}-${attempt}.db`);
    this.#world = emptyWorld();
    this.#roundsOnFile = 0;
    report.files += 1;
  }

  /** The file and its log; SQLite makes the index of the log anew. */
  #copy(): string {
    const path = join(this.#options.directory, "copy.db");
    removeFile(path);
    for (const suffix of ["", "-wal"]) {
      if (existsSync(`${this.#path}${suffix}`)) {
        copyFileSync(`${this.#path}${suffix}`, `${path}${suffix}`);
      }
    }
    return path;
  }
}

function removeFile(path: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
}
