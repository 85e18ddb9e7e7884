import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { programFile } from "../program.ts";
import type { CaseOutcome } from "./callback-case.ts";
import type { CallbackOrder } from "./callback-order.ts";
import { plannedCases } from "./planned-cases.ts";

/** Which cases are run. */
export interface CallbackFaultsOptions extends Pick<
  CallbackOrder,
  "directory" | "only" | "careless" | "isSample"
> {
  readonly bundled?: string | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** The counts of all cases. */
export interface CallbackReport {
  readonly cases: number;
  /** Unhandled errors, each of which would end a process, and processes that ended. */
  readonly crashes: number;
  /** Acknowledged records that are gone, and refused ones that are there. */
  readonly lost: number;
  readonly defects: readonly string[];
}

const STORES = ["memory", "sqlite"] as const;

/** Runs every case on both kinds of stores, in processes of their own. */
export async function callbackFaults(options: CallbackFaultsOptions): Promise<CallbackReport> {
  const { directory, only, careless, isSample, bundled, onProgress } = options;
  const total = STORES.reduce(
    (sum, store) => sum + plannedCases({ store, only, careless, isSample }).length,
    0,
  );
  const counts = { cases: 0, crashes: 0, lost: 0 };
  const defects: string[] = [];
  for (const store of STORES) {
    const planned = plannedCases({ store, only, careless, isSample });
    let from = 0;
    while (from < planned.length) {
      const order: CallbackOrder = { directory, store, from, only, careless, isSample };
      for await (const { name, crashes, lost, defects: found } of outcomesOf(order, bundled)) {
        from += 1;
        counts.cases += 1;
        counts.crashes += crashes;
        counts.lost += lost;
        if (crashes > 0) defects.push(`${store}: ${name}: ${crashes} errors reached nobody`);
        if (lost > 0) defects.push(`${store}: ${name}: ${lost} records are lost or were refused`);
        defects.push(...found.map((defect) => `${store}: ${name}: ${defect}`));
        onProgress?.(counts.cases, total);
      }
      if (from === planned.length) break;
      const [one, kind] = planned[from] ?? [];
      defects.push(`${store}: ${one?.name} ${kind}: the process ended`);
      counts.cases += 1;
      counts.crashes += 1;
      from += 1;
    }
  }
  return { ...counts, defects };
}

/** Runs cases in a process until it ends. */
async function* outcomesOf(
  order: CallbackOrder,
  bundled: string | undefined,
): AsyncGenerator<CaseOutcome> {
  const args = [programFile("callback-cases", bundled), JSON.stringify(order)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const closed = once(child, "close");
  for await (const line of createInterface({ input: child.stdout })) {
    yield JSON.parse(line) as CaseOutcome;
  }
  await closed;
}
