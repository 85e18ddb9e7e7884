import type { Memory } from "@kioku/core";
import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import {
  type ClientName,
  connect,
  type Connection,
  pairsBySize,
  type TransportName,
} from "./connect.js";
import { wireFaults } from "./wire-rules.js";

const LINES = pairsBySize([
  ["2026-07-28", "stdio"],
  ["2026-07-28", "http"],
  ["old", "stdio"],
  ["2025-06-18", "http"],
]);

test.each(LINES)(
  "the client %s over %s hears of what does not exist",
  async (client, transport) => {
    const connection = await connect({ memory: testMemory().memory }, client, transport);
    const { client: asked } = connection;
    expect(await failure(connection.call("erase_everything"))).toMatchObject({ code: -32_602 });
    const uris = ["kioku://nothing", "kioku://memory/nobody", "file:///etc/passwd"];
    for (const uri of uris) {
      expect(await failure(asked.readResource({ uri }))).toMatchObject({ code: -32_602 });
    }
    expect(await failure(asked.getPrompt({ name: "nothing" }))).toMatchObject({ code: -32_602 });
    expect(wireFaults(connection)).toEqual([]);
    await connection.close();
  },
);

test("answers a ping of the versions that have one", async () => {
  for (const name of ["old", "2025-11-25", "2025-06-18"] as const) {
    const { client, close } = await connect({ memory: testMemory().memory }, name);
    expect(await client.ping()).toEqual({});
    await close();
  }
});

test("tells what it is, how to use it and nothing that it does not keep", async () => {
  const { memory } = testMemory();
  for (const [name, transport] of LINES) {
    const { client, close } = await connect({ memory }, name, transport);
    expect(client.getServerVersion()).toMatchObject({ name: "kioku" });
    const { tools, resources, prompts, completions, ...others } =
      client.getServerCapabilities() ?? {};
    expect(tools).toBeDefined();
    expect([resources, prompts, completions]).not.toContain(undefined);
    expect(others).toEqual({});
    const words = client.getInstructions()?.match(/\w+/gu) ?? [];
    expect(words).toEqual(expect.arrayContaining(["context", "recall", "remember"]));
    expect(words.length).toBeLessThan(151);
    await close();
  }
  const modern = await connect({ memory }, "2026-07-28");
  expect(modern.client.getDiscoverResult()).toMatchObject({
    supportedVersions: ["2026-07-28"],
    instructions: expect.stringContaining("recall") as string,
  });
  await modern.close();
});

test.each([
  ["2026-07-28", "stdio"],
  ["2026-07-28", "http"],
  ["old", "stdio"],
] as const)("a call that the client %s over %s cancels ends", async (client, transport) => {
  const { signals, connection } = await connectSlow(client, transport);
  const cancel = new AbortController();
  const answer = failure(connection.call("recall", { query: "tea" }, cancel.signal));
  await expect.poll(() => signals).toHaveLength(1);
  cancel.abort(new Error("no more"));
  await answer;
  await expect.poll(() => signals[0]?.aborted).toBe(true);
  expect((await connection.client.listTools()).tools).not.toEqual([]);
  // Nothing answers a call that was cancelled.
  expect(wireFaults(connection)).toEqual([]);
  await connection.close();
});

/** Connects a client to a memory whose searches take until they are cancelled. */
async function connectSlow(
  client: ClientName,
  transport: TransportName,
): Promise<{ signals: AbortSignal[]; connection: Connection }> {
  const signals: AbortSignal[] = [];
  const { memory } = testMemory();
  const recall: Memory["recall"] = async (_query, { signal } = {}) =>
    new Promise((_resolve, reject) => {
      if (signal === undefined) return;
      signals.push(signal);
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
  const slow = new Proxy(memory, {
    get(target, name) {
      if (name === "recall") return recall;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  return { signals, connection: await connect({ memory: slow }, client, transport) };
}

/** Returns the error that a call rejects with. */
async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}
