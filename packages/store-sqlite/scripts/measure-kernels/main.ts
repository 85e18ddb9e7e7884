/**
 * `npm run measure:kernels -w @kioku/store-sqlite -- [--count N] [--dimensions D]`: how long it
 * takes to find the 10 nearest of N vectors in memory, as codes with the SIMD kernel, as codes with
 * the plain JavaScript one, and as float32, in one run.
 */
import { parseArgs } from "node:util";

import { measureKernels } from "./measure-kernels.js";
import type { Measured } from "./measure-kernels.js";

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`--${name} takes a whole number above 0, not ${JSON.stringify(text)}`);
}

const HEAD = ["", "build ms", "p50 ms", "best ms", "GB/s at best", "candidates", "recall@10"];

function table(measured: readonly Measured[]): string {
  const lines = measured.map((line) => [
    line.way,
    line.buildMs.toFixed(0),
    line.p50Ms.toFixed(3),
    line.bestMs.toFixed(3),
    line.gigabytesPerSecond.toFixed(1),
    line.candidates.toFixed(1),
    line.recallAt10.toFixed(3),
  ]);
  return [HEAD, ...lines]
    .map(([way = "", ...cells]) => way.padEnd(20) + cells.map((cell) => cell.padStart(14)).join(""))
    .join("\n");
}

const { values } = parseArgs({
  options: { count: { type: "string" }, dimensions: { type: "string" } },
});
const count = wholeNumber("count", values.count);
const dimensions = wholeNumber("dimensions", values.dimensions) ?? 384;
for (const size of count === undefined ? [10_000, 100_000] : [count]) {
  process.stdout.write(`${size} vectors of ${dimensions} numbers, 10 nearest\n`);
  process.stdout.write(`${table(await measureKernels(size, dimensions))}\n`);
}
