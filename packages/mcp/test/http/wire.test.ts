import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";

import { McpServer } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { serveRequests } from "../../src/http/serve-requests.js";
import { staticTokens } from "../../src/http/static-tokens.js";
import { listen, type Listening } from "../support/listen.js";
import { call, type Era, ERAS, TOKEN } from "../support/requests.js";

let listening: Listening;
let onStart: (signal: AbortSignal) => void;
const calls: string[] = [];

function fixture(): McpServer {
  const server = new McpServer({ name: "test", version: "1.0.0" });
  server.registerTool("quick", {}, () => {
    calls.push("quick");
    return { content: [{ type: "text", text: "served" }] };
  });
  server.registerTool("slow", {}, async ({ mcpReq: { signal } }) => {
    onStart(signal);
    await once(signal, "abort");
    throw new Error("it was aborted");
  });
  return server;
}

beforeAll(async () => {
  listening = await listen(
    serveRequests({ verifier: staticTokens({ [TOKEN]: [] }), serverOf: () => fixture }),
  );
});

afterAll(async () => listening.close());

/** Sends a call with these further lines of the head, and leaves the connection open. */
async function send(name: string, lines: readonly string[], era: Era = ERAS[0]): Promise<Socket> {
  const request = call(name, {}, { era });
  const body = await request.text();
  request.headers.delete("authorization");
  const head = [
    "POST /mcp HTTP/1.1",
    "connection: close",
    ...[...request.headers].map(([header, value]) => `${header}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    ...lines,
  ];
  const socket = connect(listening.port, "127.0.0.1");
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  return socket;
}

const HOST = "host: localhost";
const AUTHORIZATION = `authorization: Bearer ${TOKEN}`;

describe.each(ERAS)("Node's server, asked in %s,", (era) => {
  it.each([
    ["200", [HOST, AUTHORIZATION]],
    ["401", [HOST]],
    ["401", [HOST, "authorization: Bearer of-nobody", AUTHORIZATION]],
    ["401", [HOST, `cookie: token=${TOKEN}`, `x-authorization: Bearer ${TOKEN}`]],
    ["403", ["host: evil.example", AUTHORIZATION]],
    ["403", ["host: evil.example", HOST, AUTHORIZATION]],
    ["403", ["host: evil.example", "x-forwarded-host: localhost", AUTHORIZATION]],
    ["403", [HOST, AUTHORIZATION, "origin: http://evil.example"]],
    ["403", [HOST, AUTHORIZATION, "origin: http://localhost", "origin: http://evil.example"]],
    ["403", [HOST, AUTHORIZATION, "sec-fetch-site: cross-site"]],
    ["400", [HOST, AUTHORIZATION, "transfer-encoding: chunked"]],
    ["400", [HOST, AUTHORIZATION, "content-length: 2"]],
    ["400", [AUTHORIZATION]],
    ["431", [HOST, AUTHORIZATION, `x-long: ${"x".repeat(20_000)}`]],
  ])("answers %s to what is not quite a request, case %#", async (expected, lines) => {
    calls.length = 0;
    const answer = await text(await send("quick", lines, era));
    expect(answer.split(" ", 2)[1]).toBe(expected);
    expect(calls).toEqual(expected === "200" ? ["quick"] : []);
  });

  it("aborts the work of a client that hangs up", async () => {
    const { promise, resolve } = Promise.withResolvers<AbortSignal>();
    onStart = resolve;
    const socket = await send("slow", [HOST, AUTHORIZATION], era);
    const signal = await promise;
    const aborted = once(signal, "abort");
    socket.destroy();
    await aborted;
    expect(signal.aborted).toBe(true);
  });
});
