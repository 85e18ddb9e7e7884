/** Takes an order from standard input, writes its steps, and acknowledges each in a file. */
import { openSync, writeSync } from "node:fs";
import { text } from "node:stream/consumers";

import { sqliteStore } from "@kioku/store-sqlite";

import { planStep } from "../crash/plan-step.ts";
import { performStep } from "../crash/step.ts";
import { unpackWorld } from "../crash/world.ts";
import type { PowerOrder } from "../power/power-order.ts";

const order = JSON.parse(await text(process.stdin)) as PowerOrder;
const { path, plan, depth, steps, closes, control } = order;
const world = unpackWorld(order.world);
const last = world.steps + steps;
const store = sqliteStore({ path, ...(control === "durability" && { durability: "relaxed" }) });
await store.open();
const acknowledged = openSync(order.acknowledged, "a");
const acknowledge = (step: number): void => {
  writeSync(acknowledged, `${step}\n`);
};

const write = async (): Promise<void> => {
  while (world.steps < last) {
    const step = planStep(world, plan);
    const number = world.steps;
    if (control === "acknowledgement") acknowledge(number);
    await performStep(store, step);
    if (control !== "acknowledgement") acknowledge(number);
  }
};
await Promise.all(Array.from({ length: depth }, write));
if (closes) await store.close();
process.exit(0);
