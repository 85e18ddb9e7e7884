import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { generateKernel } from "../../scripts/build-kernel.js";
import { javascriptKernel } from "../../src/vector/javascript-kernel.js";
import { ResidentMatrix } from "../../src/vector/resident-matrix.js";
import { simdKernel } from "../../src/vector/simd-kernel.js";
import { VectorArena } from "../../src/vector/vector-arena.js";
import { seededRandom } from "../support/random.js";
import { randomUnit } from "../support/vectors.js";

const kernels = { simd: simdKernel, javascript: javascriptKernel };

test("the kernel in the sources is what the committed WebAssembly text compiles to", async () => {
  const file = new URL("../../src/vector/kernel-base64.ts", import.meta.url);
  expect(readFileSync(file, "utf8")).toBe(await generateKernel());
});

test("this Node runs the SIMD kernel", () => {
  expect(simdKernel()?.name).toBe("simd");
});

test.each(Object.keys(kernels))(
  "the %s kernel gives the dot products of doubles to a millionth, for every width",
  (name) => {
    const random = seededRandom(7);
    for (const dimensions of [1, 2, 3, 15, 16, 17, 64, 255, 256, 384, 1_000, 1_536, 16_384]) {
      const kernel = kernels[name as keyof typeof kernels]() ?? javascriptKernel();
      const matrix = new ResidentMatrix(new VectorArena(kernel, 2 ** 24), dimensions);
      const rows = Array.from({ length: 150 }, () => randomUnit(random, dimensions));
      for (const [record, values] of rows.entries()) matrix.set(record, values);
      const query = randomUnit(random, dimensions);
      const scores = matrix.scores(query);
      expect(scores).toHaveLength(rows.length);
      for (const [index, values] of rows.entries()) {
        const exact = values.reduce((sum, value, column) => sum + value * (query[column] ?? 0), 0);
        expect(Math.abs((scores[index] ?? 2) - exact)).toBeLessThan(1e-6);
      }
    }
  },
);

test.each(Object.keys(kernels))("the %s kernel gives equal vectors equal scores", (name) => {
  const kernel = kernels[name as keyof typeof kernels]() ?? javascriptKernel();
  const random = seededRandom(8);
  const matrix = new ResidentMatrix(new VectorArena(kernel, 2 ** 24), 100);
  const values = randomUnit(random, 100);
  for (let record = 0; record < 1_003; record += 1) matrix.set(record, values);
  expect(new Set(matrix.scores(randomUnit(random, 100))).size).toBe(1);
});
