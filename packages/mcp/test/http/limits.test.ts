import { once } from "node:events";

import { VirtualTimers } from "@kioku/testing/support";
import { McpServer } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";

import type { HttpOptions, McpHandler } from "../../src/http/mcp-handler.js";
import { RequestRate } from "../../src/http/request-rate.js";
import { serveRequests } from "../../src/http/serve-requests.js";
import { staticTokens } from "../../src/http/static-tokens.js";
import { ask, call, type Era, ERAS, post, read, TOKEN } from "../support/requests.js";

/** Milliseconds for a request. */
const MS = 5000;
const OTHER = "other-token-of-the-tests";

/** Serves tools that the test ends, and tells of them. */
function serve(options: Partial<HttpOptions> = {}) {
  const started = Promise.withResolvers<AbortSignal>();
  const release = Promise.withResolvers<void>();
  const serverOf = () => (): McpServer => {
    const server = new McpServer({ name: "test", version: "1.0.0" });
    server.registerTool("quick", {}, () => ({ content: [] }));
    server.registerTool("slow", {}, async ({ mcpReq: { signal } }) => {
      started.resolve(signal);
      await release.promise;
      return { content: [{ type: "text", text: "released" }] };
    });
    server.registerTool("chatty", {}, async ({ mcpReq }) => {
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken: 1, progress: 1 },
      });
      started.resolve(mcpReq.signal);
      await release.promise;
      return { content: [{ type: "text", text: "released" }] };
    });
    return server;
  };
  const verifier = staticTokens({ [TOKEN]: [], [OTHER]: [] });
  const timers = new VirtualTimers(new Date(0));
  const { schedule } = timers;
  const handler = serveRequests({ verifier, serverOf, schedule, requestMs: MS, ...options });
  return { handler, started: started.promise, release: release.resolve, timers };
}

/** Reads an answer that ends with an error, and tells that its work was aborted. */
async function cut(given: Response, signal: AbortSignal): Promise<string> {
  const { message } = await read(given);
  expect(signal.aborted).toBe(true);
  expect(message).toMatchObject({ jsonrpc: "2.0", id: 7 });
  return message.error?.message ?? "";
}

function endless(): { readonly body: ReadableStream; readonly cancelled: Promise<void> } {
  const { promise: cancelled, resolve } = Promise.withResolvers<void>();
  const piece = new TextEncoder().encode(" ".repeat(10));
  const body = new ReadableStream({ pull: (one) => one.enqueue(piece), cancel: () => resolve() });
  return { body, cancelled };
}

describe("the limit of requests", () => {
  it("refuses a token that asks too often, and no other", async () => {
    const { handler } = serve({ requestsPerMinute: 3 });
    const answers: Response[] = [];
    // One after the other, since they are counted.
    for (let count = 0; count < 4; count += 1) answers.push(await handler.fetch(ask("ping")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers[3]?.headers.get("retry-after")).toMatch(/^(?:20|1\d)$/u);
    expect((await handler.fetch(ask("ping", {}, { token: OTHER }))).status).toBe(200);
    expect((await handler.fetch(ask("ping", {}, { token: "wrong" }))).status).toBe(401);
  });

  it("grows again steadily, up to what may come in a minute", () => {
    let nowMs = 0;
    const rate = new RequestRate(60, () => nowMs);
    const taken = (): number => {
      let count = 0;
      while (rate.take("a") === 0) count += 1;
      return count;
    };
    expect(taken()).toBe(60);
    expect(rate.take("a")).toBe(1000);
    nowMs = 900;
    expect(rate.take("a")).toBeCloseTo(100);
    nowMs = 5000;
    expect(taken()).toBe(5);
    nowMs = 1_000_000;
    expect(taken()).toBe(60);
  });
});

function limited(): McpHandler {
  return serve({ maxBodyBytes: 200 }).handler;
}

describe("the limit of a body", () => {
  it("lets a body of this length pass", async () => {
    const body = '{"jsonrpc":"2.0","id":7,"method":"ping"}'.padEnd(200);
    expect((await limited().fetch(post(body))).status).toBe(200);
    expect((await limited().fetch(post(`${body} `))).status).toBe(413);
  });

  it("counts bytes, not characters", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "ping", x: "é".repeat(100) });
    expect((await limited().fetch(post(body))).status).toBe(413);
  });

  it("believes the length that a request tells, and reads nothing", async () => {
    const request = post("{}", { headers: { "content-length": "201" } });
    expect((await limited().fetch(request)).status).toBe(413);
    expect(request.bodyUsed).toBe(false);
  });

  it("stops reading a body whose length is not told", async () => {
    const { body, cancelled } = endless();
    const { status, message } = await read(await limited().fetch(post(body)));
    expect([status, message.error?.message]).toEqual([413, "body is longer than 200 bytes"]);
    await cancelled;
  });
});

describe("the limit of time", () => {
  it.each(ERAS)("aborts what runs too long in %s", async (era) => {
    const { handler, started, timers } = serve();
    const answer = handler.fetch(call("slow", {}, { era }));
    const signal = await started;
    timers.advance(MS - 1);
    expect(signal.aborted).toBe(false);
    timers.advance(1);
    expect(await cut(await answer, signal)).toBe("request took too long");
    expect(timers.waiting).toBe(0);
  });

  it.each(ERAS)("aborts what has begun to answer in %s", async (era) => {
    const { handler, started, timers } = serve();
    const answer = await handler.fetch(call("chatty", {}, { era }));
    const signal = await started;
    const copy = read(answer.clone());
    timers.advance(MS);
    expect(await cut(answer, signal)).toBe("request took too long");
    expect((await copy).text).toContain("notifications/progress");
  });

  it("does not wait for a body that does not come", async () => {
    const { promise: asked, resolve: onPull } = Promise.withResolvers<void>();
    const { promise: cancelled, resolve: onCancel } = Promise.withResolvers<void>();
    const body = new ReadableStream({ pull: () => onPull(), cancel: () => onCancel() });
    const { handler, timers } = serve();
    const answer = handler.fetch(post(body));
    await asked;
    timers.advance(MS);
    expect((await answer).status).toBe(504);
    await cancelled;
  });

  it("does not wait for a verifier that does not answer", async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const { promise: never } = Promise.withResolvers<never>();
    const verifyAccessToken = async (): Promise<never> => {
      resolve();
      return never;
    };
    const { handler, timers } = serve({ verifier: { verifyAccessToken } });
    const answer = handler.fetch(ask("ping"));
    await asked;
    timers.advance(MS);
    expect((await answer).status).toBe(504);
  });

  it("ends a subscription", async () => {
    const { handler, timers } = serve();
    const answer = await handler.fetch(listen());
    timers.advance(MS);
    const { message } = await read(answer);
    expect(message).toMatchObject({ id: 7, result: { resultType: "complete" } });
  });

  it("is over with the answer", async () => {
    const { handler, timers } = serve();
    for (const era of ERAS) await read(await handler.fetch(call("quick", {}, { era })));
    expect((await handler.fetch(ask("ping", {}, { token: "wrong" }))).status).toBe(401);
    expect(timers.waiting).toBe(0);
  });
});

describe("a client that leaves", () => {
  it.each(ERAS)("aborts its call in %s", async (era) => {
    const { handler, started } = serve();
    const leaving = new AbortController();
    const answer = handler.fetch(call("slow", {}, { era, signal: leaving.signal }));
    const signal = await started;
    leaving.abort();
    expect(await cut(await answer, signal)).toBe("request was cancelled");
  });

  it.each(ERAS)("aborts its call in %s when it stops reading the answer", async (era) => {
    const { handler, started, timers } = serve();
    const { body } = await handler.fetch(call("chatty", {}, { era }));
    const signal = await started;
    const aborted = once(signal, "abort");
    await body?.cancel();
    await aborted;
    expect(timers.waiting).toBe(0);
  });

  it("aborts before it is served", async () => {
    const request = call("quick", {}, { signal: AbortSignal.abort() });
    expect((await serve().handler.fetch(request)).status).toBe(499);
  });
});

describe("close", () => {
  it.each(ERAS)("waits for what runs in %s, and refuses the rest", async (era) => {
    const { handler, started, release } = serve();
    const answer = handler.fetch(call("slow", {}, { era }));
    const signal = await started;
    let isClosed = false;
    const closed = handler.close().then(() => {
      isClosed = true;
    });
    const { status, message } = await read(await handler.fetch(ask("ping", {}, { era })));
    expect([status, message.error?.message]).toEqual([503, "server is closed"]);
    expect([signal.aborted, isClosed]).toEqual([false, false]);
    release();
    expect((await read(await answer)).text).toContain("released");
    await closed;
    await handler.close();
  });

  it("waits no longer than a request may take", async () => {
    const { handler, started, timers } = serve();
    const answer = handler.fetch(call("slow"));
    await started;
    const closed = handler.close();
    timers.advance(MS);
    await closed;
    expect(await cut(await answer, await started)).toBe("request took too long");
  });

  it("ends subscriptions", async () => {
    const { handler } = serve();
    const answer = await handler.fetch(listen());
    const closed = handler.close();
    const { message } = await read(answer);
    expect(message).toMatchObject({ id: 7, result: { resultType: "complete" } });
    await closed;
  });
});

function listen(): Request {
  const era: Era = "2026-07-28";
  return ask("subscriptions/listen", { notifications: { toolsListChanged: true } }, { era });
}
