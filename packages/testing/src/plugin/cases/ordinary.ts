import assert from "node:assert/strict";

import { endingOf } from "../ending-of.js";
import { ORDINARY } from "../ordinary-inputs.js";
import { pluginCases } from "../plugin-case.js";
import type { PluginCase } from "../plugin-case.js";

/** A plugin that claims to leave ordinary memories alone does. */
export const pluginOrdinaryCases: readonly PluginCase[] = pluginCases(
  "ordinary memories",
  ["claim to leave ordinary memories alone"],
  {
    async "they are written as they are given"({ world, bare }) {
      for (const input of ORDINARY) {
        const expected = await endingOf(bare.memory, input);
        assert.deepEqual(await endingOf(world.memory, input), expected);
      }
    },
    async "they are found in the order in which they are found without it"({ world, bare }) {
      await Promise.all([bare, world].map(({ memory }) => memory.rememberAll(ORDINARY)));
      for (const query of ["when is the rent due?", "the robins and the orchestra", "绿茶"]) {
        const [expected, found] = await Promise.all(
          [bare, world].map(async ({ memory }) =>
            (await memory.recall(query)).map(({ content }) => content),
          ),
        );
        assert.deepEqual(found, expected);
      }
    },
  },
);
