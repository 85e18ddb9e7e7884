/**
 * Takes an order from standard input, writes steps for ever and prints each as soon as it is
 * acknowledged, until it is killed.
 */
import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { createInterface } from "node:readline";

import { sqliteStore } from "@kioku/store-sqlite";

import { countTakenOut, takeOutTransactions } from "../crash/control.ts";
import { planStep } from "../crash/plan-step.ts";
import { digestOf, performStep, sizeOf } from "../crash/step.ts";
import type { Step } from "../crash/step.ts";
import { unpackWorld } from "../crash/world.ts";
import type { WriterOrder } from "../crash/writer-order.ts";

// Who is killed cannot do it at the end.
flushCompileCache();
const lines = createInterface({ input: process.stdin });
lines.once("line", (line) => {
  void writeForEver(JSON.parse(line) as WriterOrder);
});

async function writeForEver({ path, plan, depth, control, ...sent }: WriterOrder): Promise<void> {
  const world = unpackWorld(sent.world);
  if (control === "transaction") takeOutTransactions();
  const store = sqliteStore({ path });
  await store.open();

  const write = async (): Promise<void> => {
    for (;;) {
      const step = planStep(world, plan);
      const number = world.steps;
      if (control === "acknowledgement") acknowledge(number, step);
      const takenOut = countTakenOut();
      await performStep(store, step);
      if (control === "transaction" && step.type === "write" && countTakenOut() < takenOut + 2) {
        throw new Error("the control did not find the transaction to take out");
      }
      if (control !== "acknowledgement") acknowledge(number, step);
    }
  };
  await Promise.all(Array.from({ length: depth }, write));
}

function acknowledge(number: number, step: Step): void {
  const line = JSON.stringify({ step: number, size: sizeOf(step), digest: digestOf(step) });
  // At once and as a whole, unlike `process.stdout`.
  writeSync(1, `${line}\n`);
}
