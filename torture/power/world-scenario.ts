import { checkFile } from "../crash/check-file.ts";
import { planStep } from "../crash/plan-step.ts";
import type { Plan } from "../crash/plan-step.ts";
import { packWorld } from "../crash/world.ts";
import type { World } from "../crash/world.ts";
import type { ProgramName } from "../program.ts";
import type { SeededRandom } from "../seeded-random.ts";
import type { PowerOrder } from "./power-order.ts";
import type { PowerReport } from "./power-report.ts";
import type { RunFiles, Scenario } from "./scenario.ts";

/**
 * One process that writes planned steps, several at once, of which everything is known: records,
 * versions, vectors, keys, deletions and erasures.
 */
export class WorldScenario implements Scenario {
  readonly program: ProgramName = "power-writer";
  /** Content of the last judged files, if nothing was wrong. */
  found: World | undefined;
  readonly #begin: World;
  readonly #random: SeededRandom;
  readonly #plan: Plan;
  readonly #depth: number;
  #acknowledged: number;

  constructor(begin: World, random: SeededRandom) {
    this.#begin = begin;
    this.#random = random;
    const largest = random.pick([1, 5, 50]);
    this.#plan = { seed: random.below(2 ** 31), largest, scrubs: true };
    this.#depth = random.pick([1, 3, 16]);
    this.#acknowledged = begin.steps;
  }

  orders(files: RunFiles): readonly [PowerOrder] {
    return [
      {
        ...files,
        plan: this.#plan,
        depth: this.#depth,
        steps: this.#random.pick([5, 40, 40]),
        closes: this.#random.chance(0.5),
        world: packWorld(this.#begin),
      },
    ];
  }

  follow(acknowledgement: string): void {
    // Steps are committed in order.
    this.#acknowledged = Math.max(this.#acknowledged, Number(acknowledgement));
  }

  async judge(path: string, random: SeededRandom, report: PowerReport): Promise<readonly string[]> {
    this.found = undefined;
    const parts = { plan: this.#plan, random };
    const world = structuredClone(this.#begin);
    while (world.steps < this.#acknowledged) planStep(world, this.#plan);
    const verdict = await checkFile(path, { world, ...parts, depth: this.#depth });
    const { lost, torn, corrupt, beyond } = verdict;
    report.corrupt += corrupt.length > 0 ? 1 : 0;
    report.unacknowledged += beyond;
    if (corrupt.length > 0) return corrupt;
    if (lost === 0 && torn.length === 0) {
      this.found = world;
      return [];
    }
    // Whole, but as it was before an acknowledged step?
    const older = structuredClone(this.#begin);
    const depth = this.#acknowledged - older.steps;
    const again = await checkFile(path, { world: older, ...parts, depth });
    if (again.lost === 0 && again.torn.length === 0) {
      const steps = this.#acknowledged - older.steps;
      report.lost += steps;
      return [`${steps} acknowledged steps lost`];
    }
    report.torn += 1;
    return [`${lost} records lost`, ...torn];
  }
}
