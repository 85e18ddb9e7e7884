import { cpSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, onTestFinished, test } from "vitest";

import { localEmbedder } from "../../src/index.js";
import { failureOf } from "../support/failure-of.js";
import { ENCODER, modelFolder, temporaryFolder } from "../support/made-models.js";
import { threadsOnSources } from "../support/threads-on-sources.js";

threadsOnSources();

const folder = modelFolder();
const countJobs = fileURLToPath(new URL("../support/count-jobs.mjs", import.meta.url));
const MANY = Array.from({ length: 4000 }, (_, at) => `the ship of ${at} in the harbour`);

function embedder(modelDir = folder): ReturnType<typeof localEmbedder> {
  return localEmbedder({ model: "kioku/small", modelDir, manifest: ENCODER, threads: 1 });
}

test("an abort is answered at once, while the model is at work, and the next call is done", async () => {
  const own = embedder();
  await own.embed(["rain"]);
  const controller = new AbortController();
  const order: string[] = [];
  const long = own.embed(MANY, { signal: controller.signal }).catch((error: unknown) => {
    order.push("aborted");
    return error;
  });
  const next = own.embed(["rain"]).then(() => order.push("next"));
  const reason = new Error("enough");
  controller.abort(reason);
  expect(await long).toBe(reason);
  await next;
  expect(order).toEqual(["aborted", "next"]);
  await own.close?.();
});

/** Has threads that start from now on count their jobs into a file, and returns its name. */
function countedJobs(): string {
  const log = join(temporaryFolder(), "jobs");
  const ownOptions = process.env["NODE_OPTIONS"];
  process.env["NODE_OPTIONS"] = `${ownOptions ?? ""} --import=${countJobs}`;
  process.env["KIOKU_TEST_JOBS"] = log;
  onTestFinished(() => {
    process.env["NODE_OPTIONS"] = ownOptions;
  });
  return log;
}

test("a load that fails is told to all who wait for it, and tried anew by the next call", async () => {
  const log = countedJobs();
  const target = temporaryFolder();
  cpSync(folder, target, { recursive: true });
  truncateSync(join(target, "config.json"), 1);
  const own = embedder(target);
  const calls = [["rain"], ["sun", "moon"], ["sea", "sky", "wind"]];
  const errors = await Promise.all(calls.map((texts) => failureOf(own.embed(texts))));
  for (const error of errors) expect(error.message).toContain(target);
  expect(readFileSync(log, "utf8")).toBe("1\n");
  await failureOf(own.embed(["sun", "moon"]));
  expect(readFileSync(log, "utf8")).toBe("1\n2\n");
  await own.close?.();
});

test("a call that is aborted while it waits is never begun", async () => {
  const log = countedJobs();
  const own = embedder();
  const first = own.embed(MANY);
  const controller = new AbortController();
  const waiting = own.embed(["sun", "moon"], { signal: controller.signal });
  const third = own.embed(["rain"]);
  controller.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  expect((await first).vectors).toHaveLength(MANY.length);
  expect((await third).vectors).toHaveLength(1);
  expect(readFileSync(log, "utf8")).toBe(`${MANY.length}\n1\n`);
  await own.close?.();
});

test("questions go before documents that wait", async () => {
  const own = embedder();
  const order: string[] = [];
  const note = (name: string) => (): void => void order.push(name);
  await Promise.all([
    own.embed(MANY.slice(0, 200)).then(note("first documents")),
    own.embed(MANY.slice(0, 200)).then(note("other documents")),
    own.embed(["rain"], { purpose: "query" }).then(note("question")),
  ]);
  expect(order).toEqual(["first documents", "question", "other documents"]);
  await own.close?.();
});

test("close ends calls that run or wait with closed", async () => {
  const own = embedder();
  await own.embed(["rain"]);
  const calls = [failureOf(own.embed(MANY)), failureOf(own.embed(["rain"]))];
  await own.close?.();
  for (const error of await Promise.all(calls)) expect(error.code).toBe("closed");
  const error = await failureOf(own.embed(["rain"]));
  expect(error.code).toBe("closed");
  expect(error.message).toBe("localEmbedder was closed.");
  await own.close?.();
});

test("close before the first embed starts nothing", async () => {
  const own = embedder();
  await own.close?.();
  expect((await failureOf(own.embed(["rain"]))).code).toBe("closed");
});
