/**
 * One step of the measurement in a process of its own: `fill DB COUNT`, `export DB FILE` or
 * `import DB FILE`. Prints one JSON object: what `StepReport` says.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { createMemory } from "@kioku/core";
import type { MemoryRoot } from "@kioku/core";
import { parseJsonLines, toJsonLines } from "@kioku/formats";
import { sqliteStore } from "@kioku/store-sqlite";

import { fill } from "./fill.ts";
import { RssSamples } from "./rss-samples.ts";
import { seededEmbedder } from "./seeded-embedder.ts";

const [what, database = "", argument = ""] = process.argv.slice(2);
const memory = createMemory({
  store: sqliteStore({ path: database }),
  embedder: seededEmbedder(),
});
const samples = new RssSamples();
const started = performance.now();
const records = await run(memory);
const ms = performance.now() - started;
await memory.close();
process.stdout.write(`${JSON.stringify({ records, ms: Math.round(ms), ...samples.report() })}\n`);

async function run(root: MemoryRoot): Promise<number> {
  if (what === "fill") return fill(root, Number(argument), () => samples.take());
  if (what === "import") {
    const onProgress = (): void => samples.take();
    const { written } = await root.import(parseJsonLines(createReadStream(argument)), {
      onProgress,
    });
    return written;
  }
  let done = 0;
  const onProgress = (count: number): void => {
    done = count;
    samples.take();
  };
  const lines = toJsonLines(root.export({ vectors: true, onProgress }));
  await pipeline(Readable.from(lines), createWriteStream(argument));
  return done;
}
