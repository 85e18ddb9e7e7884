import { once } from "node:events";
import { request } from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";

import { createMemory, inMemoryStore } from "@kioku/core";
import type { MemoryRoot } from "@kioku/core";
import { expect, test } from "vitest";

import { startTenantServer } from "../multi-tenant/tenant-server.ts";
import type { TenantServer, TenantServerOptions } from "../multi-tenant/tenant-server.ts";
import { tokenTable } from "../multi-tenant/tenants.ts";

const tokens = tokenTable({
  ann: { tenant: "acme", user: "ann" },
  acme: { tenant: "acme" },
  eve: { tenant: "globex", user: "eve" },
  globex: { tenant: "globex" },
});

interface Served extends AsyncDisposable {
  readonly memory: MemoryRoot;
  readonly server: TenantServer;
  /** `what`: method and path. */
  call(token: string, what: string, body?: object): Promise<Answered>;
}

interface Answered {
  readonly status: number;
  readonly body: unknown;
}

async function serve(options: Partial<TenantServerOptions> = {}): Promise<Served> {
  const memory = createMemory({ store: inMemoryStore() });
  const server = await startTenantServer({ memory, tokens, port: 0, ...options });
  return {
    memory,
    server,
    async call(token, what, body) {
      const [method = "", path = ""] = what.split(" ");
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const init = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(`${server.url}${path}`, { method, headers, ...init });
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.startsWith("application/json;") ?? false;
      return { status: response.status, body: isJson ? JSON.parse(text) : text };
    },
    async [Symbol.asyncDispose]() {
      await server.stop();
      await memory.close();
    },
  };
}

/** A request whose body is still to come. Resolves when the server has begun to work on it. */
async function begin(url: string): Promise<ClientRequest> {
  const held = request(`${url}/memories`, {
    method: "POST",
    headers: {
      authorization: "Bearer ann",
      "content-type": "application/json",
      expect: "100-continue",
    },
  });
  held.flushHeaders();
  await once(held, "continue");
  return held;
}

/** Ends such a request, and resolves to its answer. */
async function finish(held: ClientRequest, content: string): Promise<Answered> {
  const answered = once(held, "response") as Promise<[IncomingMessage]>;
  held.end(JSON.stringify({ content }));
  const [response] = await answered;
  return { status: response.statusCode ?? 0, body: await json(response) };
}

test("an id of another customer is neither read nor deleted, also by an administrator", async () => {
  await using served = await serve();
  const { body } = await served.call("ann", "POST /memories", { content: "bees" });
  const { id } = body as { readonly id: string };
  for (const token of ["eve", "globex"]) {
    expect(await served.call(token, `GET /memories/${id}`)).toMatchObject({ status: 404 });
    expect(await served.call(token, `DELETE /memories/${id}`)).toMatchObject({ status: 404 });
    expect(await served.call(token, "GET /memories?query=bees")).toEqual({
      status: 200,
      body: { memories: [] },
    });
  }
  expect(await served.call("ann", `GET /memories/${id}`)).toEqual({
    status: 200,
    body: { id, content: "bees" },
  });
});

test("a client chooses nothing but the content of a memory", async () => {
  await using served = await serve();
  const lies = { content: "bees", scope: ["globex"], origin: "system", trust: 1, key: "theme" };
  await served.call("ann", "POST /memories", lies);
  const { items } = await served.memory.scope("tenants", "acme", "ann").list();
  expect(items).toMatchObject([{ content: "bees", origin: "user" }]);
  expect(items[0]?.key).toBeUndefined();
  expect((await served.memory.scopes()).items).toEqual([["tenants", "acme", "ann"]]);
});

test("an export and an erasure reach the users of one customer and need an administrator", async () => {
  await using served = await serve();
  await served.call("ann", "POST /memories", { content: "bees" });
  await served.call("eve", "POST /memories", { content: "hives" });
  for (const what of ["GET /export", "DELETE /memories"]) {
    expect(await served.call("ann", what)).toMatchObject({ status: 403 });
  }
  const { body } = await served.call("acme", "GET /export");
  expect(body).toContain("bees");
  expect(body).not.toContain("hives");
  expect(await served.call("acme", "DELETE /memories")).toMatchObject({ body: { erased: 1 } });
  expect((await served.memory.scope("tenants", "globex", "eve").list()).items).toHaveLength(1);
});

test("saying the same again is one memory", async () => {
  await using served = await serve();
  const first = await served.call("ann", "POST /memories", { content: "bees" });
  const again = await served.call("ann", "POST /memories", { content: "bees" });
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body).toEqual(first.body);
  expect(first.body).toHaveProperty("id");
});

test.each([
  { token: "nobody", what: "GET /memories?query=a", status: 401 },
  { token: "", what: "GET /memories?query=a", status: 401 },
  { token: "ann", what: "GET /memories", status: 400 },
  { token: "ann", what: "GET /memories/../export", status: 403 },
  { token: "ann", what: "GET /memories/a/b", status: 404 },
  { token: "ann", what: "PUT /memories", status: 404 },
])("$what with the token “$token” is $status", async ({ token, what, status }) => {
  await using served = await serve();
  expect(await served.call(token, what)).toMatchObject({ status });
});

test.each([
  { why: "is no text", content: 7, status: 400 },
  { why: "is blank", content: " ", status: 400 },
  { why: "is too long", content: "x".repeat(70_000), status: 413 },
])("a memory that $why is refused with $status", async ({ content, status }) => {
  await using served = await serve();
  expect(await served.call("ann", "POST /memories", { content })).toMatchObject({ status });
});

test("one request too many is told to come back, and the others are answered", async () => {
  await using served = await serve({ maxAtOnce: 2 });
  const [one, two] = [await begin(served.server.url), await begin(served.server.url)];
  expect(await served.call("ann", "GET /memories?query=a")).toMatchObject({ status: 503 });
  expect(await finish(one, "the first")).toMatchObject({ status: 201 });
  expect(await finish(two, "the second")).toMatchObject({ status: 201 });
  expect(await served.call("ann", "GET /memories?query=second")).toMatchObject({ status: 200 });
});

test("what is under way is answered while the server stops", async () => {
  await using served = await serve();
  const held = await begin(served.server.url);
  const stopped = served.server.stop();
  expect(await finish(held, "held")).toMatchObject({ status: 201 });
  await stopped;
  await expect(served.call("ann", "GET /memories?query=a")).rejects.toThrow("fetch failed");
});

test("what never ends is cut after the time of grace", async () => {
  await using served = await serve({ graceMs: 1 });
  const held = await begin(served.server.url);
  const failed = once(held, "error") as Promise<[Error]>;
  await served.server.stop();
  expect((await failed)[0].message).toMatch(/hang up|ECONNRESET/u);
});
