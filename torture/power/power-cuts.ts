import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { emptyWorld } from "../crash/world.ts";
import type { World } from "../crash/world.ts";
import { seededRandom } from "../seeded-random.ts";
import type { SeededRandom } from "../seeded-random.ts";
import { FactsScenario } from "./facts-scenario.ts";
import type { PowerControl } from "./power-order.ts";
import { emptyPowerReport } from "./power-report.ts";
import type { PowerReport } from "./power-report.ts";
import { ACKNOWLEDGED, compileTrace, recordRun } from "./record-run.ts";
import type { Recorded } from "./record-run.ts";
import type { Scenario } from "./scenario.ts";
import type { TraceEvent } from "./trace-events.ts";
import { TracedDisk } from "./traced-disk.ts";
import type { Image } from "./traced-disk.ts";
import { WorldScenario } from "./world-scenario.ts";

/** Number of power failures, and the writers. */
export interface PowerOptions {
  readonly rounds: number;
  readonly seed: number;
  /** An empty directory. What is found damaged stays in it. */
  readonly directory: string;
  /** A defect that has to be found. */
  readonly control?: PowerControl | undefined;
  /** Folder of bundled programs, if any. */
  readonly bundled?: string | undefined;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Power failures of one run. */
const CUTS_OF_A_RUN = 40;
const MAX_DEFECTS = 10;
/** Every fourth run is one of two processes; those between them go on with one file. */
const RUNS_OF_A_FILE = 4;
const DATABASE = "kioku.db";

/** Files after a power failure, and what is in them. */
interface Found {
  readonly image: Image;
  readonly world: World;
}

/**
 * Records processes that write, and cuts their power at any moment: what was not synced is lost, or
 * kept, in any choice of writes and sectors. Checks after each cut that everything acknowledged is
 * there, that no batch is there by half, and that the file is whole and works.
 */
export async function powerCuts(options: PowerOptions): Promise<PowerReport> {
  const { rounds, seed, directory, onProgress } = options;
  const report = emptyPowerReport();
  mkdirSync(directory, { recursive: true });
  const parts = { ...options, library: compileTrace(directory), report };
  const nothing: Found = { image: new Map(), world: emptyWorld() };
  let begin = nothing;
  for (let run = 0; report.cuts < rounds; run += 1) {
    const random = seededRandom(seed, run);
    const cuts = Math.min(CUTS_OF_A_RUN, rounds - report.cuts);
    const onCut = (): void => onProgress?.(report.cuts, rounds);
    if (run % RUNS_OF_A_FILE === 1) {
      const scenario = new FactsScenario(random);
      await new PowerRun({ ...parts, run }, scenario, nothing.image).cut(cuts, { random, onCut });
      continue;
    }
    if (run % RUNS_OF_A_FILE === 0) begin = nothing;
    const scenario = new WorldScenario(begin.world, random);
    let next = nothing;
    const nextAt = random.below(cuts);
    await new PowerRun({ ...parts, run }, scenario, begin.image).cut(cuts, {
      random,
      onCut: (index, image) => {
        onCut();
        const { found: world } = scenario;
        if (index >= nextAt && next === nothing && world) next = { image, world };
      },
    });
    begin = next;
  }
  return report;
}

interface RunParts extends PowerOptions {
  readonly library: string;
  readonly report: PowerReport;
  readonly run: number;
}

interface Cutting {
  readonly random: SeededRandom;
  /** Called after each check, with the files as the cut left them. */
  readonly onCut: (index: number, image: Image) => void;
}

/** One run of processes, on new files or on those that a power failure left. */
class PowerRun {
  readonly #parts: RunParts;
  readonly #scenario: Scenario;
  readonly #begin: Image;

  constructor(parts: RunParts, scenario: Scenario, begin: Image) {
    this.#parts = parts;
    this.#scenario = scenario;
    this.#begin = begin;
  }

  /** Cuts the power that often. */
  async cut(cuts: number, { random, onCut }: Cutting): Promise<void> {
    const { report, control } = this.#parts;
    const { events, end } = await this.#record(random);
    report.runs += 1;
    report.syncs += events.filter(({ type }) => type === "synced").length;
    const moments = momentsOf(events, cuts, random);
    let acknowledgements = 0;
    const disk = new TracedDisk(this.#begin, control === "sync");
    for (const [index, event] of events.entries()) {
      disk.follow(event);
      if (event.type === "acknowledged") {
        this.#scenario.follow(event.text);
        acknowledgements += 1;
      }
      while (moments[0] === index) {
        moments.shift();
        const image = disk.afterPowerCut(random, report);
        report.cuts += 1;
        report.acknowledged += acknowledgements;
        await this.#check(image);
        onCut(cuts - moments.length - 1, image);
      }
    }
    const untraced = disk.differing(end);
    // Then the trace proves nothing.
    if (untraced.length > 0) throw new Error(`changes of ${untraced.join(", ")} were not traced`);
  }

  async #record(random: SeededRandom): Promise<Recorded> {
    const { directory, library, bundled, control, run } = this.#parts;
    const { program } = this.#scenario;
    const folder = join(directory, `run-${run}`);
    const path = join(folder, DATABASE);
    const orders = this.#scenario.orders({
      path,
      acknowledged: join(folder, ACKNOWLEDGED),
      control,
    });
    const mostSyncUs = random.pick([0, 500, 5_000, 20_000]);
    return recordRun({ program, orders, folder, begin: this.#begin, library, bundled, mostSyncUs });
  }

  async #check(image: Image): Promise<void> {
    const { directory, seed, run, report, control } = this.#parts;
    const folder = join(directory, `cut-${report.cuts}`);
    writeImage(folder, image);
    const random = seededRandom(seed, run, report.cuts);
    const problems = await this.#scenario.judge(join(folder, DATABASE), random, report);
    if (problems.length > 0 && report.defects.length < MAX_DEFECTS) {
      const where = `seed ${seed}, run ${run}, cut ${report.cuts}`;
      report.defects.push(`${where}: ${problems.slice(0, MAX_DEFECTS).join("; ")}`);
    }
    rmSync(folder, { recursive: true, force: true });
    // As it was, for who looks for the reason.
    if (problems.length > 0 && control === undefined) writeImage(folder, image);
  }
}

/** Draws moments of a run in order, half of them right after an acknowledgement. */
function momentsOf(events: readonly TraceEvent[], cuts: number, random: SeededRandom): number[] {
  const acknowledged = [...events.keys()].filter((at) => events[at]?.type === "acknowledged");
  const draw = (): number =>
    acknowledged.length > 0 && random.chance(0.5)
      ? random.pick(acknowledged)
      : random.below(events.length);
  return Array.from({ length: cuts }, draw).toSorted((a, b) => a - b);
}

/** Writes files into a folder. */
function writeImage(folder: string, image: Image): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of image) writeFileSync(join(folder, name), bytes);
}
