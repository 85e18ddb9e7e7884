import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { FAULT_NAMES } from "./support/faults.js";
import { playedEmbedder } from "./support/played-embedder.js";
import { expectVectors } from "./support/same-vectors.js";
import { openai } from "./support/servers/openai.js";
import { startServer } from "./support/start-server.js";
import type { SeenRequest } from "./support/start-server.js";

const COUNT = 10_000;
const BATCH = 40;
const WIDTH = 16;
const FAULT_SHARE = 0.2;

/**
 * A number in [0, 1) that depends on the seed, the request and how often it came, not on the order
 * of requests.
 */
function chance(...parts: readonly (string | number)[]): number {
  return createHash("sha256").update(parts.join("\0")).digest().readUInt32LE(0) / 2 ** 32;
}

test.each([1, 2, 3, 4, 5].slice(0, process.env["KIOKU_TEST_SIZE"] === "full" ? 5 : 1))(
  "10,000 texts with 20 percent of faults: every vector on its own text, few requests (seed %i)",
  async (seed) => {
    const texts = Array.from({ length: COUNT }, (_, index) => `memory ${seed} number ${index}`);
    const tries = new Map<string, number>();
    let injected = 0;
    const server = await startServer(openai, ({ body }: SeenRequest) => {
      const name = `${body.input[0]} ${body.input.length}`;
      const attempt = (tries.get(name) ?? 0) + 1;
      tries.set(name, attempt);
      if (chance(seed, name, attempt) >= FAULT_SHARE) return undefined;
      injected += 1;
      return FAULT_NAMES[Math.floor(chance(name, seed, attempt) * FAULT_NAMES.length)];
    });
    const { embedder } = playedEmbedder(server, {
      dimensions: WIDTH,
      maxBatchSize: BATCH,
      // With three, one run in seven has a batch that meets four faults in a row.
      maxRetries: 6,
    });
    expectVectors(await embedder.embed(texts), texts, WIDTH);
    const minimum = COUNT / BATCH;
    expect(injected).toBeGreaterThan(0.15 * server.requests.length);
    expect(server.requests.length).toBeLessThanOrEqual(1.3 * minimum);
    expect(server.refused()).toBe(0);
    expect(server.requests.every(({ body }) => body.input.length <= BATCH)).toBe(true);
    expect(server.mostAtOnce()).toBeLessThanOrEqual(embedder.maxConcurrency ?? 0);
  },
);
