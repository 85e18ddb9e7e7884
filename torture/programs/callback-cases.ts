/** Gives Kioku callbacks that misbehave, and prints the outcome of each case. */
import { writeSync } from "node:fs";
import { join } from "node:path";

import { inMemoryStore } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";

import type { CallbackOrder } from "../callbacks/callback-order.ts";
import { plannedCases } from "../callbacks/planned-cases.ts";
import { runCase } from "../callbacks/run-case.ts";

const order = JSON.parse(process.argv[2] ?? "") as CallbackOrder;
const { directory, store: kind, from } = order;
let crashes = 0;
process.on("unhandledRejection", () => (crashes += 1));
process.on("uncaughtException", () => (crashes += 1));

for (const [index, [one, fault]] of plannedCases(order).entries()) {
  if (index < from) continue;
  const path = join(directory, `${kind}-${index}.db`);
  const store = kind === "memory" ? inMemoryStore() : sqliteStore({ path });
  const outcome = await runCase(one, { store, directory, kind: fault, crashes: () => crashes });
  await store.close();
  writeSync(1, `${JSON.stringify(outcome)}\n`);
}
// Timers of callbacks that never settle would keep it alive.
process.exit();
