import { sqliteStore } from "@kioku/store-sqlite";

import { wholeFile } from "../crash/whole-file.ts";
import type { ProgramName } from "../program.ts";
import type { SeededRandom } from "../seeded-random.ts";
import { factRef, NOW } from "./facts.ts";
import type { CallersOrder } from "./power-order.ts";
import type { PowerReport } from "./power-report.ts";
import type { RunFiles, Scenario } from "./scenario.ts";

/** Acknowledgements of a fact. */
interface Known {
  isKept: boolean;
  /** True from the begin of its erasure on. */
  isErasing: boolean;
  isGone: boolean;
}

/**
 * Two processes with many callers each, that write, repeat, read and erase the same facts. An
 * answer that a fact is there already, or is gone, counts as much as that to the first write.
 */
export class FactsScenario implements Scenario {
  readonly program: ProgramName = "power-callers";
  readonly #random: SeededRandom;
  readonly #facts = new Map<number, Known>();

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  orders(files: RunFiles): readonly CallersOrder[] {
    const callers = this.#random.pick([2, 8]);
    const steps = this.#random.pick([10, 30]);
    const seed = this.#random.below(2 ** 31);
    return [0, 1].map((worker) => ({ ...files, worker, workers: 2, callers, steps, seed }));
  }

  follow(acknowledgement: string): void {
    const [what, number] = acknowledgement.trim().split(" ");
    const nothing = { isKept: false, isErasing: false, isGone: false };
    const known = this.#facts.get(Number(number)) ?? nothing;
    this.#facts.set(Number(number), known);
    if (what === "kept") known.isKept = true;
    if (what === "erasing") known.isErasing = true;
    if (what === "gone") known.isGone = true;
  }

  async judge(path: string, _: SeededRandom, report: PowerReport): Promise<readonly string[]> {
    const numbers = [...this.#facts.keys()];
    const store = sqliteStore({ path });
    try {
      await store.open();
      const records = await store.get(
        numbers.map((number) => factRef(number)),
        { now: NOW },
      );
      const { torn, corrupt } = wholeFile(path);
      await store.close();
      report.torn += torn.length > 0 ? 1 : 0;
      report.corrupt += corrupt.length > 0 ? 1 : 0;
      const wrong = numbers.filter((number, at) =>
        this.#isWrong(number, records[at] !== undefined),
      );
      report.lost += wrong.length;
      return [
        ...wrong.map((number) => `fact ${number} is not as it was answered`),
        ...torn,
        ...corrupt,
      ];
    } catch (error) {
      await store.close().catch(() => undefined);
      report.corrupt += 1;
      return [String(error)];
    }
  }

  #isWrong(number: number, isThere: boolean): boolean {
    const known = this.#facts.get(number);
    if (known?.isGone === true) return isThere;
    return known?.isKept === true && !known.isErasing && !isThere;
  }
}
