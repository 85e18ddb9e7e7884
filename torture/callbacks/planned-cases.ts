import { ALL_CASES } from "./all-cases.ts";
import type { CallbackCase } from "./callback-case.ts";
import type { CallbackOrder } from "./callback-order.ts";
import { FAULTS } from "./fault.ts";
import type { FaultKind } from "./fault.ts";

/**
 * A caller of callbacks that drops what they return, as a control: a rejection must be counted as a
 * crash.
 */
const CARELESS: CallbackCase = {
  name: "a careless caller",
  kind: "told",
  nonsense: 7,
  run: async ({ fault }) => {
    try {
      fault();
    } catch {
      // Only what is thrown is caught.
    }
  },
};

/**
 * A memory that takes back what it acknowledged, as a control: its records must be counted as lost.
 */
const FORGETFUL: CallbackCase = {
  name: "a forgetful memory",
  kind: "told",
  nonsense: 7,
  run: async (world) => {
    const memory = world.memory();
    await world.remember(memory, ["soon gone"]);
    await memory.forget({ everything: true });
    await CARELESS.run(world);
  },
};

/**
 * Lists each callback with each fault, in a fixed order. A sample has one fault for each callback,
 * another one for the next, and begins with another one on SQLite than in memory.
 */
export function plannedCases({
  store,
  only = "",
  careless = false,
  isSample = false,
}: Omit<CallbackOrder, "directory" | "from">): readonly (readonly [CallbackCase, FaultKind])[] {
  const cases = careless ? [CARELESS, FORGETFUL] : ALL_CASES;
  return cases
    .filter(({ name, needsFile }) => name.includes(only) && (store === "sqlite" || !needsFile))
    .flatMap((one, index) => {
      const place = index + (store === "sqlite" ? 0 : 2);
      const faults = isSample ? [FAULTS[place % FAULTS.length] ?? "throws"] : FAULTS;
      return faults.map((fault) => [one, fault] as const);
    });
}
