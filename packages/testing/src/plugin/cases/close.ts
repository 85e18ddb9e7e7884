import assert from "node:assert/strict";

import { endingOf } from "../ending-of.js";
import { inputsOf } from "../ordinary-inputs.js";
import { pluginCases } from "../plugin-case.js";
import type { PluginCase } from "../plugin-case.js";

/** It ends with its memory, and with no other. */
export const pluginCloseCases: readonly PluginCase[] = [
  ...pluginCases("close", ["close"], {
    async "closing goes well, whether or not the memory was used"({ createWorld, options }) {
      for (const inputs of [[], inputsOf(options)]) {
        const { memory, logged } = await createWorld();
        for (const input of inputs) await memory.remember(input);
        await memory.close();
        assert.deepEqual(logged, []);
      }
    },
  }),
  ...pluginCases("close", [], {
    async "another memory with a plugin of its own goes on when one is closed"({
      world,
      createWorld,
      options,
    }) {
      const fresh = await createWorld();
      const inputs = inputsOf(options);
      await (await createWorld()).memory.close();
      const used = await createWorld();
      for (const input of inputs) await used.memory.remember(input);
      await used.memory.close();
      for (const input of inputs) {
        assert.deepEqual(await endingOf(world.memory, input), await endingOf(fresh.memory, input));
      }
      assert.deepEqual(world.logged, []);
    },
  }),
];
