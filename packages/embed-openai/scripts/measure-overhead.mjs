/**
 * Measures what the client itself takes for each text, without server and network: `fetch` gives an
 * answer that is there already. Floats and base64 take turns. Prints medians. Measures the built
 * package: `npm run build && npm run measure-overhead -w @kioku/embed-openai`
 */
import process from "node:process";

import { openaiEmbedder } from "../dist/index.js";

const WIDTH = 1_536;
const BATCH = 256;
const ROUNDS = 41;

function answer(isBase64) {
  const data = Array.from({ length: BATCH }, (_, index) => {
    const vector = Float32Array.from({ length: WIDTH }, (__, place) =>
      Math.sin((index + 1) * (place + 1)),
    );
    const embedding = isBase64 ? Buffer.from(vector.buffer).toString("base64") : [...vector];
    return { object: "embedding", index, embedding };
  });
  return Buffer.from(JSON.stringify({ data, usage: { total_tokens: BATCH } }));
}

function subject(encoding) {
  const body = answer(encoding === "base64");
  const embedder = openaiEmbedder({
    model: "text-embedding-3-small",
    baseURL: "http://127.0.0.1:1/v1",
    encoding,
    maxBatchSize: BATCH,
    fetch: () => Promise.resolve(new Response(body)),
  });
  return { encoding, embedder, bytes: body.length, times: [] };
}

const texts = Array.from({ length: BATCH }, (_, index) => `A short memory with number ${index}`);
const subjects = [subject("float"), subject("base64")];
for (let round = 0; round < ROUNDS; round += 1) {
  for (const { embedder, times } of subjects) {
    const startedAt = performance.now();
    await embedder.embed(texts);
    times.push(((performance.now() - startedAt) * 1_000) / BATCH);
  }
}
for (const { encoding, times, bytes } of subjects) {
  const median = times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)];
  const size = Math.round(bytes / BATCH / 1_024);
  process.stdout.write(
    `${encoding}: ${median.toFixed(0)} µs and ${size} KiB a text of width ${WIDTH}\n`,
  );
}
