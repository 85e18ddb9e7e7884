import assert from "node:assert/strict";

import { inMemoryStore } from "@kioku/core";
import { pluginConformance, storeConformance } from "@kioku/testing";

async function main(): Promise<void> {
  const stores = storeConformance(() => inMemoryStore());
  const plugins = pluginConformance(() => ({ id: "watches" }));
  assert.ok(stores.length > 100);
  assert.ok(plugins.length > 5);
  // Each tenth is enough to see that the kits run without a test runner.
  const some = [...stores, ...plugins].filter((_case, index) => index % 10 === 0);
  const outcomes = await Promise.all(some.map(({ run }) => run()));
  assert.ok(outcomes.some(({ status }) => status === "passed"));
}

void main();
