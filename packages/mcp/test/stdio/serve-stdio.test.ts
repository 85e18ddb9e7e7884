import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";

import { countingEmbedder, testMemory, VirtualTimers } from "@kioku/testing/support";
import { Client } from "@modelcontextprotocol/client";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { describe, expect, it } from "vitest";

import { serveStdio, type StdioOptions } from "../../src/stdio/serve-stdio.js";

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: unknown;
}

const INITIALIZE = request(0, "initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
});

function request(id: number, method: string, params: object = {}): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
}

function remember(id: number, content: string): string {
  return request(id, "tools/call", { name: "remember", arguments: { content } });
}

/** A server with streams of the test, on a memory whose embedder can be held. */
function serve(options: Partial<StdioOptions> = {}) {
  const embedder = countingEmbedder();
  const { memory } = testMemory({ embedder });
  const [input, output] = [new PassThrough(), new PassThrough()];
  const warnings: string[] = [];
  const warn = (_message: string, details: object = {}): void => {
    warnings.push(JSON.stringify(details));
  };
  const server = serveStdio({
    memory,
    input,
    output,
    logger: { warn, error: warn },
    ...options,
  });
  const contents = async (): Promise<string[]> =>
    (await memory.list()).items.map(({ content }) => content);
  return { server, memory, input, output, embedder, warnings, contents };
}

async function answersOf(output: PassThrough): Promise<Answer[]> {
  const lines = (await text(output)).split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Answer);
}

describe("serveStdio", () => {
  it.each(["legacy", "auto"] as const)("serves a client that negotiates %s", async (mode) => {
    const { server, input, output, contents } = serve();
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StdioServerTransport(output, input));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("remember");
    const kept = await client.callTool({ name: "remember", arguments: { content: "Ana skates" } });
    expect(kept.isError).not.toBe(true);
    expect(await contents()).toEqual(["Ana skates"]);
    await client.close();
    input.end();
    await server.closed;
  });

  it("answers everything that was asked before the input ended, even in a line without end", async () => {
    const { server, input, output, contents } = serve();
    const asked = Array.from({ length: 20 }, (_, index) => remember(index + 1, `note ${index}`));
    input.end([INITIALIZE, ...asked].join("").trimEnd());
    await server.closed;
    output.end();
    const ids = (await answersOf(output)).map(({ id }) => id).toSorted((a, b) => a - b);
    expect(ids).toEqual(Array.from({ length: 21 }, (_, index) => index));
    expect(await contents()).toHaveLength(20);
  });

  it("waits for running requests when it is closed, and reads no more", async () => {
    const { server, input, output, embedder, contents } = serve();
    const { promise, resolve } = Promise.withResolvers<void>();
    embedder.hold = promise;
    input.write(INITIALIZE + remember(1, "asked before"));
    await once(() => embedder.calls.length > 0);
    const closed = server.close();
    input.write(remember(2, "asked after"));
    resolve();
    await closed;
    output.end();
    expect((await answersOf(output)).map(({ id }) => id)).toEqual([0, 1]);
    expect(await contents()).toEqual(["asked before"]);
  });

  it.each(["its time is over", "it is closed again"])(
    "aborts requests that go on when %s",
    async (reason) => {
      const timers = new VirtualTimers(new Date("2026-11-27T00:00:00Z"));
      const { server, input, output, embedder } = serve({
        graceMs: 1000,
        schedule: timers.schedule,
      });
      embedder.hold = new Promise(() => undefined);
      input.write(INITIALIZE + remember(1, "never embedded"));
      await once(() => embedder.calls.length > 0);
      input.end();
      await once(() => timers.waiting > 0);
      if (reason === "its time is over") timers.advance(1000);
      else await server.close();
      await server.closed;
      expect(timers.waiting).toBe(0);
      output.end();
      expect((await answersOf(output)).map(({ id }) => id)).toEqual([0]);
    },
  );

  it("goes on after lines that are no messages, and tells the logger", async () => {
    const { server, input, output, warnings } = serve();
    const unfit = ["no JSON", "{", '{"jsonrpc":"2.0","id":7}', "[]", "null", "", "\u0000"];
    input.end(`${unfit.join("\n")}\n${INITIALIZE}${unfit.join("\n")}\n${request(1, "ping")}`);
    await server.closed;
    output.end();
    expect((await answersOf(output)).map(({ id }) => id)).toEqual([0, 1]);
    expect(warnings.length).toBeGreaterThan(0);
  });

  it("ends when nobody reads any more", async () => {
    const { server, input, output, warnings } = serve();
    input.write(INITIALIZE);
    output.destroy(new Error("write EPIPE"));
    await server.closed;
    expect(warnings).toContainEqual(expect.stringContaining("EPIPE"));
  });

  it("ends when its input fails or was at its end before", async () => {
    const failing = serve();
    failing.input.destroy(new Error("read EIO"));
    await failing.server.closed;
    expect(failing.warnings).toContainEqual(expect.stringContaining("EIO"));
    const input = new PassThrough();
    input.end().resume();
    await once(() => input.readableEnded);
    await serve({ input }).server.closed;
  });

  it("does not wait for a request that was cancelled", async () => {
    const { server, input, output, embedder } = serve();
    embedder.hold = new Promise(() => undefined);
    input.write(INITIALIZE + remember(1, "never embedded"));
    await once(() => embedder.calls.length > 0);
    const cancelled = {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 1 },
    };
    input.end(JSON.stringify(cancelled));
    await server.closed;
    output.end();
    expect((await answersOf(output)).map(({ id }) => id)).toEqual([0]);
  });
});

/** Waits until something holds, turn by turn. */
async function once(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
}
