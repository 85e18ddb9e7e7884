import assert from "node:assert/strict";

import { inputsOf } from "../ordinary-inputs.js";
import { pluginCases } from "../plugin-case.js";
import type { PluginCase } from "../plugin-case.js";
import { readAll, tour } from "../tour.js";

/** Methods of a store that change something. */
const WRITES: ReadonlySet<string> = new Set([
  "write",
  "deleteWhere",
  "dropSpace",
  "strengthen",
  "sweep",
]);

/** Rules of every hook. */
export const pluginHookCases: readonly PluginCase[] = pluginCases("hooks", [], {
  async "every verb works with it, and no hook throws after a commit"({ world, options }) {
    await tour(world.memory, world.memory.scope("ann"), inputsOf(options));
    assert.deepEqual(world.logged, []);
  },
  async "nothing that a hook is handed is changed by it, and a recall answers only what was found"({
    world,
    options,
  }) {
    await tour(world.memory, world.memory.scope("ann"), inputsOf(options));
    await world.watched.lookAgain();
    assert.deepEqual(world.watched.faults, []);
  },
  async "reading writes nothing"({ world, options }) {
    const view = world.memory.scope("ann");
    for (const input of inputsOf(options)) await view.remember(input);
    await readAll(view); // an embedder may be measured by the first recall
    world.asked.length = 0;
    await readAll(view);
    assert.deepEqual(
      world.asked.filter((method) => WRITES.has(method)),
      [],
    );
  },
  async "adding it to a memory asks the store nothing"({ createWorld }) {
    const { asked } = await createWorld();
    assert.deepEqual(asked, []);
  },
});
