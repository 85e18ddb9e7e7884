import { getEventListeners } from "node:events";

import { expect, test } from "vitest";

import { failureOf } from "./support/failure-of.js";
import { playedEmbedder } from "./support/played-embedder.js";
import { KEY } from "./support/played.js";
import { openai } from "./support/servers/openai.js";
import { startServer } from "./support/start-server.js";
import type { Intervene } from "./support/start-server.js";
import { stoppingBody, stoppingHeaders } from "./support/stopping-fetch.js";

/** Aborts at a moment of a request, which is never answered whole. */
interface Moment {
  readonly name: string;
  readonly intervene: (stop: () => void) => Intervene;
  readonly fetch?: (stop: () => void) => typeof fetch;
}

/** Sends headers and the beginning of an answer. */
const begin: Intervene = (_request, befallen) => {
  const { response, text } = befallen();
  response.writeHead(200).write(text.slice(0, 30));
  return "answered";
};

const MOMENTS: readonly Moment[] = [
  {
    name: "before the answer",
    intervene: (stop) => () => {
      stop();
      return "answered";
    },
  },
  {
    name: "after the headers",
    intervene: () => begin,
    fetch: stoppingHeaders,
  },
  {
    name: "within the body",
    intervene: () => begin,
    fetch: stoppingBody,
  },
];

test.each(MOMENTS)(
  "an abort $name rejects with the reason and leaves nothing behind",
  async (moment) => {
    const controller = new AbortController();
    const reason = new Error("stop");
    const stop = (): void => controller.abort(reason);
    const server = await startServer(openai, moment.intervene(stop));
    const { embedder, time } = playedEmbedder(server, { fetch: moment.fetch?.(stop) });
    const { signal } = controller;
    await expect(embedder.embed(["one"], { signal })).rejects.toBe(reason);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    expect(time.pending()).toBe(0);
    expect(server.requests).toHaveLength(1);
  },
);

test.each(MOMENTS)("close $name rejects what is under way with closed", async (moment) => {
  const stop = (): void => void embedder.close?.();
  const server = await startServer(openai, moment.intervene(stop));
  const { embedder, time } = playedEmbedder(server, { fetch: moment.fetch?.(stop) });
  const error = await failureOf(embedder.embed(["one"]));
  expect(error).toMatchObject({ code: "closed", retryable: false });
  expect(time.pending()).toBe(0);
  expect((await failureOf(embedder.embed(["one"]))).code).toBe("closed");
  expect((await failureOf(embedder.embed([]))).code).toBe("closed");
  await embedder.close?.();
});

test("an abort during a wait calls the timer off", async () => {
  const controller = new AbortController();
  const reason = new Error("stop");
  const server = await startServer(openai, () => "503");
  let cancelled = 0;
  const { embedder } = playedEmbedder(server, {
    schedule: (_task, delayMs) => {
      // The wait; timeouts are longer.
      if (delayMs < 20_000) queueMicrotask(() => controller.abort(reason));
      return () => (cancelled += 1);
    },
  });
  await expect(embedder.embed(["one"], { signal: controller.signal })).rejects.toBe(reason);
  // The timeout of the request, and the wait.
  expect(cancelled).toBe(2);
  expect(server.requests).toHaveLength(1);
});

test("an abort while a function gives no key rejects with the reason", async () => {
  const controller = new AbortController();
  const reason = new Error("stop");
  const server = await startServer(openai);
  const { embedder } = playedEmbedder(server, {
    apiKey: () => {
      queueMicrotask(() => controller.abort(reason));
      return new Promise<string>(() => undefined);
    },
  });
  await expect(embedder.embed(["one"], { signal: controller.signal })).rejects.toBe(reason);
  expect(server.requests).toHaveLength(0);
});

test("a function that never gives a key is given up in time, and its place is free again", async () => {
  const server = await startServer(openai);
  let asked = 0;
  const { embedder, time } = playedEmbedder(server, {
    maxConcurrency: 1,
    apiKey: () => {
      asked += 1;
      if (asked > 1) return KEY;
      queueMicrotask(time.expire);
      return new Promise<string>(() => undefined);
    },
  });
  const error = await failureOf(embedder.embed(["one"]));
  expect(error).toMatchObject({ code: "embedder-failed", retryable: true });
  expect(error.message).toContain("the function apiKey gave nothing within timeoutMs");
  expect(time.pending()).toBe(0);
  expect((await embedder.embed(["two"])).vectors).toHaveLength(1);
  expect(server.requests).toHaveLength(1);
});

test("an abort while others have the places rejects, and the place goes to the next", async () => {
  const held = Promise.withResolvers<string>();
  const server = await startServer(openai);
  const { embedder } = playedEmbedder(server, {
    maxConcurrency: 1,
    apiKey: () => held.promise,
  });
  const controller = new AbortController();
  const reason = new Error("stop");
  const first = embedder.embed(["first"]);
  const second = embedder.embed(["second"], { signal: controller.signal });
  const third = embedder.embed(["third"]);
  controller.abort(reason);
  await expect(second).rejects.toBe(reason);
  held.resolve(KEY);
  await Promise.all([first, third]);
  expect(server.requests.map(({ body }) => body.input)).toEqual([["first"], ["third"]]);
});

test("a fetch that heeds no signal holds nobody up", async () => {
  const controller = new AbortController();
  const reason = new Error("stop");
  const { embedder } = playedEmbedder(
    { baseURL: "http://127.0.0.1:1/v1" },
    {
      fetch: () => {
        queueMicrotask(() => controller.abort(reason));
        return new Promise<Response>(() => undefined);
      },
    },
  );
  await expect(embedder.embed(["one"], { signal: controller.signal })).rejects.toBe(reason);
});

test("one call that is aborted does not harm another", async () => {
  const controller = new AbortController();
  const reason = new Error("stop");
  const server = await startServer(openai, ({ body }) => {
    if (!body.input.includes("stopped")) return "slow body";
    controller.abort(reason);
    return "answered";
  });
  const { embedder } = playedEmbedder(server);
  const calls = [
    embedder.embed(["kept"]),
    embedder.embed(["stopped"], { signal: controller.signal }),
  ];
  const [kept, stopped] = await Promise.allSettled(calls);
  expect(kept?.status).toBe("fulfilled");
  expect(stopped).toMatchObject({ status: "rejected", reason });
});

test("no listener stays on a signal when a call succeeds, or fails", async () => {
  const { signal } = new AbortController();
  const server = await startServer(openai, ({ body }) =>
    body.input.includes("bad") ? "503" : undefined,
  );
  const { embedder } = playedEmbedder(server, { maxBatchSize: 1 });
  await embedder.embed(["one", "two", "three"], { signal });
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  await failureOf(embedder.embed(["one", "bad", "three"], { signal }));
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});
