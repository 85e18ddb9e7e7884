import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";

import { MemoryError } from "@kioku/core";

import { endingOf } from "../ending-of.js";
import { inputsOf, repeated } from "../ordinary-inputs.js";
import { pluginCases } from "../plugin-case.js";
import type { PluginCase } from "../plugin-case.js";
import { STORE_FAILURE } from "../plugin-world.js";

/** For how many turns of the event loop a hook may go on when its call was aborted. */
const TURNS = 64;

/** Failures before a write succeeds: more than a plugin lets pass by chance. */
const FAILURES = 120;

/** Failures beside it leave it and the memory as they were. */
export const pluginFailureCases: readonly PluginCase[] = pluginCases("failures", [], {
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
});
