/**
 * Prints how long the first `embed` of a fresh process takes and how many short texts a second
 * follow. Measures the built package:
 * `npm run build && npm run measure-speed -w @kioku/embed-local`
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { localEmbedder } from "../dist/index.js";

const PROCESSES = 21;
const ROUNDS = 5;
const SECONDS = 1;
const TEXTS = {
  English: (index) => `User number ${index} prefers dark mode in every editor`,
  Chinese: (index) => `第${index}位用户在所有编辑器里都喜欢深色主题`,
};

const print = (line) => process.stdout.write(`${line}\n`);
const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function firstEmbedMs() {
  const start = performance.now();
  await localEmbedder().embed(["The user prefers dark mode in every editor"]);
  return performance.now() - start;
}

/** Whole batches for a second. */
async function textsPerSecond(embedder, texts) {
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < SECONDS * 1000) {
    await embedder.embed(texts);
    count += texts.length;
  }
  return (count * 1000) / (performance.now() - start);
}

async function measure() {
  const script = fileURLToPath(import.meta.url);
  const loads = Array.from({ length: PROCESSES }, () => {
    return Number(execFileSync(process.execPath, [script, "--first"], { encoding: "utf8" }));
  });
  print(`first embed of a fresh process: median ${middle(loads).toFixed(0)} ms of ${PROCESSES}`);
  const embedder = localEmbedder();
  for (const [language, text] of Object.entries(TEXTS)) {
    const batch = Array.from({ length: embedder.maxBatchSize }, (_, index) => text(index));
    const speeds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      speeds.push(await textsPerSecond(embedder, batch));
    }
    print(`${language}: median ${middle(speeds).toFixed(0)} texts a second of ${ROUNDS} rounds`);
  }
}

if (process.argv.includes("--first")) print((await firstEmbedMs()).toFixed(3));
else await measure();
