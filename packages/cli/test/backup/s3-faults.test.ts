import { OPEN_FAULTS } from "@kioku/servers/s3-faults";
import { startS3Proxy } from "@kioku/servers/s3-proxy";
import { startS3Server } from "@kioku/servers/s3-server";
import { rejection } from "@kioku/testing/support";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";

import type { ObjectStore } from "../../src/backup/object-store.js";
import { s3Objects } from "../../src/backup/s3-objects.js";
import type { S3ObjectsOptions } from "../../src/backup/s3/s3-options.js";
import { SteppedTimers } from "../support/stepped-timers.js";

const BODY = new TextEncoder().encode("twelve bytes".repeat(1_000));
const OTHER = new TextEncoder().encode("others");

const server = await startS3Server();
const proxy = await startS3Proxy(server.endpoint);
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

let timers = new SteppedTimers();
let tests = 0;
beforeEach(() => {
  timers = new SteppedTimers();
  tests += 1;
});
afterEach(() => {
  proxy.plan(undefined);
});

function store(options: Partial<S3ObjectsOptions> = {}): ObjectStore {
  return s3Objects({
    bucket: server.bucket,
    prefix: `test-${tests}`,
    endpoint: proxy.endpoint,
    ...server.credentials,
    random: () => 0,
    schedule: timers.schedule,
    ...options,
  });
}

test.each(OPEN_FAULTS)(
  "every call is repeated after %s, and then does what it says",
  async (fault) => {
    proxy.plan(({ time }) => {
      if (time > 1) return undefined;
      if (fault.startsWith("stall")) setImmediate(() => timers.expire());
      return fault;
    });
    const before = proxy.faults.get(fault) ?? 0;
    const objects = store();
    await objects.put("parts/a", BODY);
    await objects.put("manifest", BODY, { ifAbsent: true });
    expect(await objects.get("parts/a")).toEqual(Buffer.from(BODY));
    expect(await objects.get("missing")).toBeUndefined();
    expect(await keysOf(objects)).toEqual(["manifest", "parts/a"]);
    await objects.delete("parts/a");
    proxy.plan(undefined);
    expect(await keysOf(objects)).toEqual(["manifest"]);
    expect(proxy.faults.get(fault)).toBeGreaterThanOrEqual(before + 7);
  },
);

test("the answer 503 is waited for as long as it says, and no longer than a minute", async () => {
  proxy.plan(({ time }) => (time === 1 ? "busy" : undefined));
  await store().put("a", BODY);
  expect(timers.waits).toEqual([1_000]);
  const patient = store({
    fetch: async () => new Response(null, { status: 503, headers: { "retry-after": "61" } }),
  });
  const error = await rejection(async () => patient.get("a"));
  expect(error).toMatchObject({ code: "store-unavailable", retryable: true });
  expect(error.message).toBe(`s3://kioku/test-${tests} answered 503; try again in 61 s`);
  expect(timers.waits).toEqual([1_000]);
});

test("a wait until a date is taken by the clock", async () => {
  const headers = { "retry-after": "Thu, 26 Nov 2026 10:00:07 GMT" };
  let calls = 0;
  const objects = store({
    clock: () => new Date("2026-11-26T10:00:00Z"),
    fetch: async () => {
      calls += 1;
      return new Response(calls === 1 ? "" : "x", { status: calls === 1 ? 429 : 200, headers });
    },
  });
  expect(await objects.get("a")).toEqual(Buffer.from("x"));
  expect(timers.waits).toEqual([7_000]);
});

test("after seven attempts with longer and longer waits a call fails for now", async () => {
  proxy.plan(() => "cut-before");
  const objects = store();
  const error = await rejection(async () => objects.put("a", BODY));
  expect(error).toMatchObject({ code: "store-unavailable", retryable: true });
  expect(error.message).toMatch(/^s3:\/\/kioku\/test-\d+ cannot be reached.* in 7 attempts; try/u);
  expect(timers.waits).toEqual([125, 250, 500, 1_000, 2_000, 4_000]);
  proxy.plan(undefined);
  expect(await objects.get("a")).toBeUndefined();
});

test("a server that is not there is named with the reason", async () => {
  const closed = await startS3Proxy(server.endpoint);
  const { endpoint } = closed;
  await closed[Symbol.asyncDispose]();
  const objects = store({ endpoint });
  const error = await rejection(async () => objects.get("a"));
  expect(error.message).toMatch(
    /cannot be reached \(ECONNREFUSED\) in 7 attempts; try again later$/u,
  );
});

test("wrong credentials are refused at once, with advice and without secrets", async () => {
  const before = proxy.requests;
  const objects = store({ secretAccessKey: "not-the-secret" });
  const error = await rejection(async () => objects.get("a"));
  expect(error).toMatchObject({ code: "store-failed", retryable: false });
  expect(error.cause).toBeUndefined();
  expect(error.message).toContain("answered 403 (SignatureDoesNotMatch) to reading a");
  expect(error.message).toContain("check backup.secret_access_key");
  const unknown = await rejection(async () => store({ accessKeyId: "NOBODY" }).put("a", BODY));
  expect(unknown.message).toContain("check backup.access_key_id");
  const withToken = store({ accessKeyId: "KEY1", sessionToken: "TOKEN1" });
  const another = await rejection(async () => withToken.get("a"));
  for (const { message } of [error, unknown, another]) {
    expect(message).not.toMatch(/not-the-secret|NOBODY|S3RVER|Signature=|KEY1|TOKEN1/u);
  }
  expect(proxy.requests).toBe(before + 3);
  expect(timers.waits).toEqual([]);
});

test("a bucket that is not there is an error, not an absence", async () => {
  const objects = store({ bucket: "nobodys" });
  for (const call of [
    async () => objects.get("a"),
    async () => objects.put("a", BODY),
    async () => objects.delete("a"),
    async () => keysOf(objects),
  ]) {
    const error = await rejection(call);
    expect(error).toMatchObject({ code: "store-failed", retryable: false });
    expect(error.message).toContain("(NoSuchBucket)");
  }
});

test("only the answer of a bucket makes an object absent", async () => {
  const page = new Response("<html>not found</html>", { status: 404 });
  const error = await rejection(async () => store({ fetch: async () => page }).get("a"));
  expect(error.message).toContain("answered 404 to reading a; check backup.endpoint");
});

test("a conditional put whose answer was lost is done, and is no conflict with itself", async () => {
  proxy.plan(({ method, time }) => (method === "PUT" && time === 1 ? "cut-after" : undefined));
  const objects = store();
  await objects.put("a", BODY, { ifAbsent: true });
  expect(await objects.get("a")).toEqual(Buffer.from(BODY));
  const error = await rejection(async () => objects.put("a", BODY, { ifAbsent: true }));
  expect(error).toMatchObject({ code: "conflict" });
});

test("of conditional puts at the same time one wins, where the server heeds the condition", async () => {
  const bodies = Array.from({ length: 6 }, (_, index) => new TextEncoder().encode(`body ${index}`));
  const puts = bodies.map(async (body) => store().put("a", body, { ifAbsent: true }));
  const results = await Promise.allSettled(puts);
  const won = results.findIndex(({ status }) => status === "fulfilled");
  const lost = results.filter(({ status }) => status === "rejected");
  expect(lost).toHaveLength(5);
  for (const one of lost) expect(one).toMatchObject({ reason: { code: "conflict" } });
  expect(await store().get("a")).toEqual(Buffer.from(`body ${won}`));
});

test("the answer 412 about what is not there is a failure, and no conflict", async () => {
  proxy.plan(() => "taken");
  const error = await rejection(async () => store().put("a", BODY, { ifAbsent: true }));
  expect(error).toMatchObject({ code: "store-failed", retryable: false });
});

test.each([501, 400])(
  "a server that knows no conditions (%i) is written to without",
  async (status) => {
    const sent: unknown[] = [];
    const objects = store({
      fetch: async (url, init) => {
        const condition = new Headers(init?.headers).get("if-none-match");
        if (init?.method === "PUT") sent.push(condition);
        if (condition === null) return fetch(url, init);
        return new Response("<Error><Code>NotImplemented</Code></Error>", { status });
      },
    });
    await objects.put("a", BODY, { ifAbsent: true });
    expect(sent).toEqual(["*", null]);
    expect(await objects.get("a")).toEqual(Buffer.from(BODY));
    const error = await rejection(async () => objects.put("a", OTHER, { ifAbsent: true }));
    expect(error).toMatchObject({ code: "conflict" });
  },
);

test("a redirect names the region of the bucket and is not followed", async () => {
  const headers = { location: "http://127.0.0.1:9/", "x-amz-bucket-region": "eu-west-1" };
  const objects = store({ fetch: async () => new Response("", { status: 301, headers }) });
  const error = await rejection(async () => objects.get("a"));
  expect(error.message).toContain("answered 301 to reading a; set backup.region to eu-west-1");
});

test.each([
  [403, "RequestTimeTooSkewed", "set the clock of this machine"],
  [400, "ExpiredToken", "renew backup.session_token"],
  [
    403,
    "AccessDenied",
    "check backup.access_key_id and backup.secret_access_key, and what they may do",
  ],
  [400, "AuthorizationHeaderMalformed", "set backup.region to eu-central-1"],
  [400, "EntityTooLarge", ""],
])("the answer %i (%s) is not asked for again", async (status, code, advice) => {
  const body = `<Error><Code>${code}</Code><Region>eu-central-1</Region><Key>${code}</Key></Error>`;
  let calls = 0;
  const objects = store({
    fetch: async () => {
      calls += 1;
      return new Response(body, { status });
    },
  });
  const error = await rejection(async () => objects.put("a", BODY));
  expect(error).toMatchObject({ code: "store-failed", retryable: false });
  const end = advice === "" ? "" : `; ${advice}`;
  expect(error.message).toBe(`${objects.name} answered ${status} (${code}) to writing a${end}`);
  expect(calls).toBe(1);
});

test.each([408, 429, 500, 502, 503, 504])("the answer %i is asked for again", async (status) => {
  let calls = 0;
  const objects = store({
    fetch: async () => {
      calls += 1;
      return calls < 3 ? new Response("", { status }) : new Response("x");
    },
  });
  expect(await objects.get("a")).toEqual(Buffer.from("x"));
  expect(calls).toBe(3);
});

test("the name of an error that holds a secret is not shown", async () => {
  const body = "<Error><Code>GivenSECRETKEY1</Code></Error>";
  const objects = store({
    secretAccessKey: "SECRETKEY1",
    fetch: async () => new Response(body, { status: 403 }),
  });
  const error = await rejection(async () => objects.get("a"));
  expect(error.message).toContain("answered 403 to reading a");
});

test("a list that has an object twice is asked for again, and in the end refused", async () => {
  const objects = store();
  for (const key of ["a", "b"]) await objects.put(key, BODY);
  proxy.plan(({ time }) => (time <= 2 ? "list-repeats" : undefined));
  expect(await keysOf(objects)).toEqual(["a", "b"]);
  proxy.plan(() => "list-repeats");
  const error = await rejection(async () => keysOf(objects));
  expect(error).toMatchObject({ code: "store-failed", retryable: false });
  expect(error.message).toContain("sent a list that is not in the order of keys in 7 attempts");
});

test("a list goes on page by page, and not for ever", async () => {
  const asked: (string | null)[] = [];
  let last = 3;
  const objects = store({
    fetch: async (url) => {
      const { searchParams } = new URL(url instanceof Request ? url.url : url);
      asked.push(searchParams.get("continuation-token"));
      const page = asked.length;
      const key = `${searchParams.get("prefix")}${page}`;
      const next = page < last ? `<NextContinuationToken>t+/${page}</NextContinuationToken>` : "";
      const more = `<IsTruncated>${page < last}</IsTruncated>${next}`;
      const object = `<Contents><Key>${key}</Key><Size>1</Size></Contents>`;
      return new Response(`<ListBucketResult>${object}${more}</ListBucketResult>`);
    },
  });
  expect(await keysOf(objects)).toEqual(["1", "2", "3"]);
  expect(asked).toEqual([null, "t+/1", "t+/2"]);
  last = Infinity;
  asked.length = 0;
  const found = [];
  for await (const { key } of objects.list("")) {
    if (found.push(key) === 8) break;
  }
  expect(found.at(-1)).toBe("8");
});

test("a call that is aborted while the server stalls rejects with the reason", async () => {
  const reason = new Error("enough");
  for (const fault of ["stall", "stall-midway", "busy"] as const) {
    const controller = new AbortController();
    proxy.plan(() => {
      setImmediate(() => controller.abort(reason));
      return fault;
    });
    const { signal } = controller;
    await expect(store().get("a", { signal })).rejects.toBe(reason);
  }
});

test("no timer goes on after a call", async () => {
  const objects = store();
  await objects.put("a", BODY, { ifAbsent: true });
  await objects.get("a");
  proxy.plan(() => "cut-midway");
  await rejection(async () => objects.get("a"));
  expect(timers.running).toBe(0);
});

test("objects of others in the folder are passed over", async () => {
  const objects = store();
  await objects.put("a", BODY);
  const { bucket, endpoint } = server;
  await fetch(`${endpoint}/${bucket}/test-${tests}/not%20ours`, { method: "PUT", body: "x" });
  expect(await keysOf(objects)).toEqual(["a"]);
});

async function keysOf(objects: ObjectStore): Promise<string[]> {
  const found = [];
  for await (const { key } of objects.list("")) found.push(key);
  return found;
}
