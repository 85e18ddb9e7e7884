import assert from "node:assert/strict";

import { endingOf } from "../ending-of.js";
import { inputsOf, repeated } from "../ordinary-inputs.js";
import { pluginCases } from "../plugin-case.js";
import type { PluginCase } from "../plugin-case.js";
import type { PluginWorld } from "../plugin-world.js";

const WRITES = 120;

/** Users and memories do not affect each other. */
export const pluginIsolationCases: readonly PluginCase[] = pluginCases("isolation", [], {
  async "what is written in one scope changes nothing of what becomes of writes in another"({
    createWorld,
    options,
  }) {
    for (const input of inputsOf(options)) {
      const [busy, fresh] = [await createWorld(), await createWorld()];
      await writeMuch(busy, input);
      assert.deepEqual(
        await endingOf(busy.memory.scope("bo"), input),
        await endingOf(fresh.memory.scope("bo"), input),
      );
    }
  },
  async "what is written in one memory changes nothing of what becomes of writes in another"({
    createWorld,
    options,
  }) {
    for (const input of inputsOf(options)) {
      const [busy, fresh] = [await createWorld(), await createWorld()];
      const expected = await endingOf(fresh.memory.scope("ann"), input);
      await writeMuch(busy, input);
      const other = await createWorld();
      assert.deepEqual(await endingOf(other.memory.scope("ann"), input), expected);
    }
  },
  async "nothing of one scope comes to be in another"({ world, options }) {
    const { memory } = world;
    for (const input of inputsOf(options)) await memory.scope("acme", "ann").remember(input);
    await memory.scope("acme", "ann").recall("robins");
    const { items } = await memory.scopes();
    for (const scope of items) assert.deepEqual(scope, ["acme", "ann"]);
  },
  async "many calls at once end like one after the other, each for its own user"({
    createWorld,
    options,
  }) {
    const [together, apart] = [await createWorld(), await createWorld()];
    const inputs = inputsOf(options);
    const users = Array.from({ length: 24 }, (_, index) => `user-${index}`);
    const inputOf = (index: number): (typeof inputs)[number] => ({
      content: "Nothing",
      ...inputs[index % inputs.length],
    });
    const found = await Promise.all(
      users.map((user, index) => endingOf(together.memory.scope(user), inputOf(index))),
    );
    for (const [index, user] of users.entries()) {
      const expected = await endingOf(apart.memory.scope(user), inputOf(index));
      assert.deepEqual(found[index], expected, `of ${user}`);
    }
  },
});

async function writeMuch(
  { memory }: PluginWorld,
  input: Parameters<typeof repeated>[0],
): Promise<void> {
  await memory.scope("ann").rememberAll(Array.from({ length: WRITES }, () => repeated(input)));
}
