import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { generateKernel, KERNELS, pathOf } from "../scripts/build-kernel.js";

test.each(KERNELS)("$target is what the committed $source compiles to", async (kernel) => {
  expect(readFileSync(pathOf(kernel.target), "utf8")).toBe(await generateKernel(kernel));
});
