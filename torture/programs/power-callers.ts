/** Takes an order from standard input, and writes, repeats, reads and erases facts. */
import { openSync, writeSync } from "node:fs";
import { text } from "node:stream/consumers";

import { sqliteStore } from "@kioku/store-sqlite";
import { deleteOp } from "@kioku/testing";

import { factOp, factRef, isErasable, NOW } from "../power/facts.ts";
import type { CallersOrder } from "../power/power-order.ts";
import { seededRandom } from "../seeded-random.ts";
import type { SeededRandom } from "../seeded-random.ts";

const order = JSON.parse(await text(process.stdin)) as CallersOrder;
const { path, worker, workers, callers, steps, seed, control } = order;
/** Facts that this process knows to be there. */
const kept = new Set<number>();
/** Facts that only this process writes, and that it has begun to write or erase. */
const begun = new Set<number>();
const erased = new Set<number>();
let attempts = 0;
const FACTS_OF_A_STEP = 2;
const store = sqliteStore({ path, ...(control === "durability" && { durability: "relaxed" }) });
await store.open();
const acknowledged = openSync(order.acknowledged, "a");
const acknowledge = (line: string): void => {
  writeSync(acknowledged, `${line}\n`);
};

async function write(number: number): Promise<void> {
  if (isErasable(number) && (number % workers !== worker || begun.has(number))) return;
  begun.add(number);
  attempts += 1;
  const early = control === "acknowledgement";
  if (early) acknowledge(`kept ${number}`);
  await store.write([factOp(number, attempts * workers + worker)]);
  if (!early) acknowledge(`kept ${number}`);
  kept.add(number);
}

async function read(number: number): Promise<void> {
  const isKnown = kept.has(number);
  const [record] = await store.get([factRef(number)], { now: NOW });
  if (record) acknowledge(`kept ${number}`);
  else if (isKnown) acknowledge(`gone ${number}`);
  if (record) kept.add(number);
}

async function erase(number: number): Promise<void> {
  if (!isErasable(number) || !begun.has(number) || !kept.has(number) || erased.has(number)) return;
  erased.add(number);
  const [record] = await store.get([factRef(number)], { now: NOW });
  if (!record) return;
  acknowledge(`erasing ${number}`);
  await store.write([deleteOp(record, { purge: number % 2 === 0 })]);
  acknowledge(`gone ${number}`);
}

async function call(random: SeededRandom): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    // Facts that others are at as well, so that many are read while they are written.
    const number = FACTS_OF_A_STEP * step + random.below(3 * FACTS_OF_A_STEP);
    await random.pick([write, read, read, erase])(number);
  }
}

await Promise.all(
  Array.from({ length: callers }, (_, caller) => call(seededRandom(seed, worker, caller))),
);
process.exit(0);
