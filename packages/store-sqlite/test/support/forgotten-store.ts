/** Writes with a store that nobody closes, collects the garbage, and prints if it is gone. */
import { setImmediate } from "node:timers/promises";

import { createMemory } from "@kioku/core";

import { sqliteStore } from "../../src/index.js";

/** Returns a reference that holds nothing. */
async function write(path: string): Promise<WeakRef<object>> {
  const memory = createMemory({ store: sqliteStore({ path }) });
  await memory.remember("My daughter is allergic to peanuts");
  return new WeakRef(memory);
}

const memory = await write(process.argv[2] ?? "");
await setImmediate();
globalThis.gc?.();
await setImmediate();
process.stdout.write(memory.deref() ? "held" : "gone");
