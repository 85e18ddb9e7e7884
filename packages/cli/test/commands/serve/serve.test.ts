import { request } from "node:http";

import { describe, expect, it } from "vitest";

import { testHost } from "../../support/test-host.js";
import { serve, serveWith, type Served, TOKEN } from "./served.js";

/** Sends a request with headers that `fetch` does not let one set, and returns its status. */
async function statusOf(
  { port }: Served,
  headers: Readonly<Record<string, string>>,
  path = "/v1/list",
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const all = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", ...headers };
  request({
    port,
    host: "127.0.0.1",
    path,
    method: path === "/health" ? "GET" : "POST",
    headers: all,
  })
    .on("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
    .on("error", reject)
    .end(path === "/health" ? undefined : "{}");
  return promise;
}

describe("serve", () => {
  it("remembers, recalls, changes and forgets over HTTP", async () => {
    await using memory = await serve();
    const kept = await memory.post("remember", {
      content: "Ana is allergic to peanuts",
      key: "diet",
      occurredAt: "2026-01-02T00:00:00.000Z",
    });
    expect(kept.body).toMatchObject({
      status: "stored",
      memory: { key: "diet", occurredAt: "2026-01-02T00:00:00.000Z" },
    });
    const { id } = (kept.body as { memory: { id: string } }).memory;
    const two = await memory.post("remember", ["Bo has a dog", { content: "Bo lives in Rome" }]);
    expect(two.body).toMatchObject({ receipts: [{ status: "stored" }, { status: "stored" }] });
    const recalled = await memory.post("recall", { query: "What is Ana allergic to?", limit: 1 });
    expect(recalled.body).toMatchObject({
      memories: [{ id, relevance: expect.any(Number) as number }],
    });
    const changed = await memory.post("update", { id, content: "Ana eats no nuts", ifVersion: 1 });
    expect(changed.body).toMatchObject({ memory: { id, version: 2 } });
    expect((await memory.post("history", { id })).body).toMatchObject({
      versions: [{ version: 1 }, { version: 2 }],
    });
    expect((await memory.post("read", { id })).body).toMatchObject({
      memory: { content: "Ana eats no nuts" },
    });
    const context = await memory.post("context", { query: "nuts", budget: 200 });
    expect(context.body).toMatchObject({
      context: expect.stringContaining("Ana eats no nuts") as string,
    });
    expect((await memory.post("scopes", {})).body).toEqual({ scopes: [{ scope: [] }] });
    expect((await memory.post("stats", {})).body).toMatchObject({ memories: 3 });
    expect((await memory.post("forget", { key: "diet" })).body).toEqual({ forgotten: 1 });
    const after = await memory.post("list", {});
    expect((after.body as { memories: unknown[] }).memories).toHaveLength(2);
    expect(await memory.post("read", { id })).toMatchObject({
      status: 404,
      body: { error: { code: "not-found" } },
    });
    expect(await memory.stop()).toBe(0);
  });

  it("answers only those who hold the token, under its own name, from its own pages", async () => {
    await using memory = await serve();
    expect(await statusOf(memory, {})).toBe(200);
    // All that is refused is in the tests of the server itself.
    expect(await statusOf(memory, { host: "evil.example" })).toBe(403);
    expect(await statusOf(memory, { origin: "http://evil.example" })).toBe(403);
    expect(await statusOf(memory, { authorization: `Bearer ${TOKEN}x` })).toBe(401);
    expect(await statusOf(memory, {}, "/v1/erase")).toBe(404);
    expect(await statusOf(memory, { authorization: "" }, "/health")).toBe(200);
    expect(await statusOf(memory, { host: "evil.example" }, "/health")).toBe(403);
    const answer = await memory.post("list", {});
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("refuses writes with --read-only", async () => {
    await using memory = await serve("--read-only");
    for (const verb of ["remember", "update", "forget"]) {
      expect(await memory.post(verb, {})).toMatchObject({ status: 403 });
    }
    expect(await memory.post("list", {})).toMatchObject({ status: 200 });
  });

  it("makes a token per start, and needs a good one of its own beyond this machine", async () => {
    const tokens: unknown[] = [];
    for (let round = 0; round < 2; round += 1) {
      await using memory = await serveWith({}, []);
      expect(await memory.stop()).toBe(0);
      tokens.push(/^Token: (?<token>[\w-]{32})$/mu.exec(memory.stderr())?.groups?.["token"]);
    }
    expect(tokens).toEqual([expect.any(String), expect.any(String)]);
    expect(tokens[0]).not.toBe(tokens[1]);
    using host = testHost();
    expect((await host.run("serve", "--host", "0.0.0.0")).code).toBe(2);
    using short = testHost({ env: { KIOKU_TOKEN: "short" } });
    const refused = await short.run("serve", "--host", "0.0.0.0");
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).not.toContain('short"');
  });

  it("says that a port is in use", async () => {
    await using memory = await serve();
    using host = testHost();
    const { code, stderr } = await host.run("serve", "--port", String(memory.port));
    expect(code).toBe(1);
    expect(stderr).toContain("is in use");
  });

  it("finishes what it was asked for when it stops", async () => {
    await using memory = await serve();
    const asked = memory.post(
      "remember",
      Array.from({ length: 300 }, (_, index) => `Note ${index} of a list`),
    );
    // The server has taken the request when it has answered a later one.
    await memory.post("list", { limit: 1 });
    const [answer, code] = await Promise.all([asked, memory.stop()]);
    expect(answer.status).toBe(200);
    expect(code).toBe(0);
  });
});
