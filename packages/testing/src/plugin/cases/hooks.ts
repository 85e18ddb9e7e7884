import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";

import { MemoryError } from "@kioku/core";

import { endingOf } from "../endings.js";
import { pluginCases, type PluginCase } from "../plugin-case.js";
import { inputsOf, readAll, repeated, tour } from "../plugin-inputs.js";
import { STORE_FAILURE, type PluginWorld } from "../plugin-world.js";

/** Methods of a store that change something. */
const WRITES: ReadonlySet<string> = new Set([
  "write",
  "deleteWhere",
  "dropSpace",
  "strengthen",
  "sweep",
]);

/** For how many turns of the event loop a hook may go on when its call was aborted. */
const TURNS = 64;

/** Failures before a write succeeds: more than a plugin lets pass by chance. */
const FAILURES = 120;
const MANY_WRITES = 120;

async function writeMuch(
  { memory }: PluginWorld,
  input: Parameters<typeof repeated>[0],
): Promise<void> {
  await memory.scope("ann").rememberAll(Array.from({ length: MANY_WRITES }, () => repeated(input)));
}

export const pluginHooksCases: readonly PluginCase[] = [
  ...pluginCases("hooks", [], {
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
  }),
  ...pluginCases("failures", [], {
    async "a write that the store refuses rejects with what the store said"({ world, options }) {
      const { memory, store, logged } = world;
      store.failing = true;
      for (const input of inputsOf(options)) {
        const error = await memory.remember(input).then(
          ({ status }) => status,
          (thrown: unknown) => thrown,
        );
        // A veto comes before the store is asked.
        if (error !== "rejected") assert.equal(error, STORE_FAILURE);
      }
      assert.deepEqual(logged, []);
    },
    async "writes that the store refused leave nothing behind: the next ends as if they had not been"({
      createWorld,
      options,
    }) {
      for (const input of inputsOf(options)) {
        const [tried, fresh] = [await createWorld(), await createWorld()];
        tried.store.failing = true;
        for (let times = 0; times < FAILURES; times += 1) {
          await tried.memory.remember(input).catch(() => undefined);
        }
        tried.store.failing = false;
        assert.deepEqual(await endingOf(tried.memory, input), await endingOf(fresh.memory, input));
      }
    },
    async "a hook whose call is aborted ends soon, with the reason or an answer"({
      createWorld,
      options,
    }) {
      const inputs = inputsOf(options).map((input) => repeated(input));
      const { memory, watched } = await createWorld();
      await memory.rememberAll(inputs);
      for (const call of [
        (signal: AbortSignal) => memory.rememberAll(inputs, { signal }),
        (signal: AbortSignal) => memory.recall("robins", { signal }),
        (signal: AbortSignal) => memory.forget({ filter: { page: 3 } }, { signal }),
      ]) {
        const controller = new AbortController();
        const reason = new Error("enough");
        watched.thrown.length = 0;
        watched.onHook = () => controller.abort(reason);
        await call(controller.signal).catch(() => undefined);
        // The memory itself waits no longer: what the hook does shows at the hook alone.
        for (let turn = 0; turn < TURNS && watched.underWay.size > 0; turn += 1) {
          await setImmediate();
        }
        assert.equal(watched.underWay.size, 0, "a hook did not end");
        for (const error of watched.thrown) {
          const isAnswer = error === reason || MemoryError.is(error);
          assert.ok(isAnswer, `a hook threw ${String(error)}`);
        }
      }
    },
  }),
  ...pluginCases("isolation", [], {
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
  }),
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
