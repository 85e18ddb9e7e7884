import { inMemoryStore } from "@kioku/core";
import { storeConformance } from "@kioku/testing";
import { expect, test } from "vitest";

for (const { group, name, run } of storeConformance(inMemoryStore)) {
  test(`${group}: ${name}`, async () => {
    expect(await run()).toEqual({ status: "passed" });
  });
}
