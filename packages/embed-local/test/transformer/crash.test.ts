import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, expect, test } from "vitest";

import { localEmbedder } from "../../src/index.js";
import { failureOf } from "../support/failure-of.js";
import { ENCODER, modelFolder, temporaryFolder } from "../support/made-models.js";
import { threadsOnSources } from "../support/threads-on-sources.js";

threadsOnSources();

const folder = modelFolder();
const flag = join(temporaryFolder(), "end");
const ownOptions = process.env["NODE_OPTIONS"];

beforeAll(() => {
  const hook = fileURLToPath(new URL("../support/end-once.mjs", import.meta.url));
  process.env["NODE_OPTIONS"] = `${ownOptions ?? ""} --import=${hook}`;
  process.env["KIOKU_TEST_END"] = flag;
});
afterAll(() => {
  process.env["NODE_OPTIONS"] = ownOptions;
  delete process.env["KIOKU_TEST_END"];
});

function embedder(): ReturnType<typeof localEmbedder> {
  return localEmbedder({ model: "kioku/small", modelDir: folder, manifest: ENCODER, threads: 1 });
}

test("a thread that ends by itself fails its call as one to try again, and the next starts a new one", async () => {
  const own = embedder();
  const before = await own.embed(["rain"]);
  writeFileSync(flag, "2");
  const dying = failureOf(own.embed(["sun"]));
  const waiting = own.embed(["rain"]);
  const error = await dying;
  expect(existsSync(flag)).toBe(false);
  expect(error.code).toBe("embedder-failed");
  expect(error.retryable).toBe(true);
  expect(error.message).toContain("ended (exit code 9)");
  expect(await waiting).toEqual(before);
  await own.close?.();
});

test("a thread that ends before it has answered once fails all who wait, and the next call starts a new one", async () => {
  const own = embedder();
  writeFileSync(flag, "1");
  const calls = [1, 2, 3].map(() => failureOf(own.embed(["sun"])));
  for (const error of await Promise.all(calls)) {
    expect(error.retryable).toBe(true);
    expect(error.message).toContain("ended (exit code 9)");
  }
  expect(existsSync(flag)).toBe(false);
  expect((await own.embed(["rain"])).vectors).toHaveLength(1);
  await own.close?.();
});
