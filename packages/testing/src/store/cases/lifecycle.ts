import assert from "node:assert/strict";

import { STORE_METHODS } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import { putOp } from "../../test-ops.js";
import { testRecord } from "../../test-record.js";
import { EVERY_METHOD, methodsOf } from "../every-method.js";
import { listNumbers } from "../requests.js";
import { storeCases } from "../store-case.js";
import type { StoreCase } from "../store-case.js";

export const lifecycleCases: readonly StoreCase[] = storeCases("lifecycle", [], {
  async "a store has a name and says what it can do"({ store }) {
    assert.match(store.name, /^[a-z][a-z0-9-]*$/u);
    const { vector, text } = store.capabilities;
    assert.ok(["exact", "approximate", "none"].includes(vector));
    assert.equal(typeof text, "boolean");
  },
  async "a group of methods is there as a whole or not at all"({ given }) {
    for (const [group, methods] of Object.entries(STORE_METHODS)) {
      const missing = methods.filter((method) => typeof given[method] !== "function");
      const isNeeded = group === "vectors" && given.capabilities.vector !== "none";
      const allowed = isNeeded ? [0] : [0, methods.length];
      assert.ok(allowed.includes(missing.length), `${group} without ${missing.join()}`);
    }
  },
  async "opening twice, at once or one after the other, changes nothing"({ create }) {
    const store = await create();
    await Promise.all([store.open(), store.open()]);
    await store.write([putOp(testRecord(1))]);
    await store.open();
    assert.deepEqual(await listNumbers(store), [1]);
  },
  async "before open every other method rejects with store-failed"({ create, claims }) {
    const store = await create();
    for (const method of methodsOf(claims)) {
      if (method === "open") continue;
      await rejectsWith("store-failed", () => EVERY_METHOD[method](store), method);
    }
  },
  async "after close every method rejects with closed"({ store, claims }) {
    await store.write([putOp(testRecord(1))]);
    await store.close();
    for (const method of methodsOf(claims)) {
      await rejectsWith("closed", () => EVERY_METHOD[method](store), method);
    }
  },
  async "closing twice, at once or one after the other, is fine"({ store }) {
    await Promise.all([store.close(), store.close()]);
    await store.close();
  },
  async "a store that was never opened can be closed, and stays closed"({ create }) {
    const store = await create();
    await store.close();
    await rejectsWith("closed", () => store.open());
  },
  async "await using closes a store"({ store }) {
    await store[Symbol.asyncDispose]();
    await rejectsWith("closed", () => listNumbers(store));
  },
  async "closing waits for what is running or makes it fail; it never loses half of a write"({
    store,
  }) {
    const writes = [1, 2, 3].map((n) =>
      store.write([putOp(testRecord(n))]).then(
        () => "written",
        (error: unknown) => String((error as { code?: unknown }).code),
      ),
    );
    await store.close();
    for (const outcome of await Promise.all(writes)) {
      assert.ok(["written", "closed"].includes(outcome), outcome);
    }
  },
  async "two stores have nothing to do with each other"({ store, create }) {
    const other = await create();
    await other.open();
    await store.write([putOp(testRecord(1))]);
    assert.deepEqual(await listNumbers(other), []);
    await other.close();
    assert.deepEqual(await listNumbers(store), [1]);
  },
});
