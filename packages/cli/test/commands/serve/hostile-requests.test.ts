import { once } from "node:events";
import { connect } from "node:net";

import { describe, expect, it } from "vitest";

import { VERBS } from "../../../src/commands/serve/verbs.js";
import { serve, type Served, TOKEN } from "./served.js";

const DEEP = 5000;
/** Bodies that no verb should fall over. */
const BODIES: readonly string[] = [
  "",
  "null",
  "1",
  '"text"',
  "[]",
  "[null]",
  "[[]]",
  "{",
  '{"query":}',
  "\uFEFF{}",
  "{}{}",
  '{"__proto__":{"query":"x"},"constructor":{"prototype":{}}}',
  '{"query":null,"id":null,"content":null}',
  '{"query":{"toString":1},"id":{},"content":[]}',
  '{"query":"x","limit":-1,"id":"x"}',
  '{"query":"x","limit":1e999}',
  '{"query":"x","limit":"10; drop table memories"}',
  `{"query":"x' or 1=1 --","id":"' or 1=1 --","filter":{"@id' or 1=1 --":"x"}}`,
  '{"query":"\\ud800","content":"\\ud800","id":"\\ud800"}',
  '{"query":"\\u0000","content":"\\u0000","id":"\\u0000","key":"\\u0000"}',
  '{"query":"x","filter":{"$where":"sleep(1000)"}}',
  `{"query":"x","filter":${'{"$not":'.repeat(40)}{}${"}".repeat(40)}}`,
  '{"query":"x","scope":["other"],"reach":"above"}',
  '{"query":"x","scoring":{"signals":"function(){}"},"signal":{"aborted":true}}',
  '{"content":"x","scope":["other"],"sources":[1],"ttlMs":-1,"occurredAt":"never"}',
  '{"id":"../../etc/passwd","content":"x"}',
  '{"everything":"yes","filter":{},"key":"a","id":"b"}',
  '{"asOf":{"knownAt":"32-13-99"},"query":"x","id":"x"}',
  '{"cursor":"AAAA","query":"x","after":-5}',
  "[".repeat(DEEP),
  "[".repeat(DEEP) + "]".repeat(DEEP),
  `{"a":${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP + 1)}`,
];
const REQUEST = "POST /v1/list HTTP/1.1\r\nhost: localhost\r\n";
/** Bytes that are hardly requests. */
const RAW: readonly string[] = [
  "\r\n\r\n",
  "\u0000\u0001\u0002\r\n\r\n",
  "GET\r\n\r\n",
  "GET / HTTP/9.9\r\n\r\n",
  "GET / HTTP/1.1\r\n\r\n",
  "TRACE / HTTP/1.1\r\nhost: x\r\n\r\n",
  `GET /${"a".repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
  `${REQUEST}content-length: -1\r\n\r\n`,
  `${REQUEST}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  `${REQUEST}transfer-encoding: chunked\r\n\r\nzz\r\n`,
  `${REQUEST}bad header\r\n\r\n`,
  `${REQUEST}a: b\rc: d\r\n\r\n`,
  "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00FC\u0003\u0003",
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
];
const INNER = /select |insert |sqlite|\.db|\/tmp|node:|\.ts\b|\.js\b|at Object/iu;

async function sendBytes({ port }: Served, text: string): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1" });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.on("error", () => undefined);
  socket.end(text, "latin1");
  await once(socket, "close");
  return Buffer.concat(chunks).toString();
}

describe("hostile requests", () => {
  it("get typed errors, say nothing of the inside, and change nothing", async () => {
    await using memory = await serve();
    let count = 0;
    for (const verb of Object.keys(VERBS)) {
      for (const body of BODIES) {
        const { status, body: answer } = await memory.post(verb, body);
        const text = JSON.stringify(answer);
        expect([200, 400, 403, 404, 409]).toContain(status);
        expect(status === 200 || /^\{"error":\{"code":"[a-z-]+","message":/u.test(text)).toBe(true);
        expect(text).not.toMatch(INNER);
        count += 1;
      }
    }
    expect(count).toBeGreaterThanOrEqual(300);
    for (const raw of RAW) {
      const answer = await sendBytes(memory, raw);
      expect(answer).toMatch(/^(?:HTTP\/1\.1 4\d\d .*|)$/msu);
      expect(answer).not.toMatch(INNER);
    }
    const left = (await memory.post("list", {})).body as { memories: { content: string }[] };
    expect(left.memories.map(({ content }) => content)).toEqual([]);
  });

  it("are cut off where they are too long, of another type, or of another method", async () => {
    await using memory = await serve();
    const long = JSON.stringify({ content: "x".repeat(1_048_576) });
    expect(await memory.post("remember", long)).toMatchObject({ status: 413 });
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "",
      "application/jsonp",
    ]) {
      expect(await memory.post("list", "{}", { "content-type": type })).toMatchObject({
        status: 415,
      });
    }
    expect(await memory.post("list", "{}", { "content-encoding": "gzip" })).toMatchObject({
      status: 415,
    });
    const headers = { authorization: `Bearer ${TOKEN}` };
    for (const method of ["GET", "PUT", "DELETE", "OPTIONS"]) {
      expect((await fetch(`${memory.url}/v1/list`, { method, headers })).status).toBe(405);
    }
    for (const path of ["/", "/v1/", "/v1/erase", "/v1/constructor", "/v1/list/x", "/v2/list"]) {
      expect((await fetch(memory.url + path, { method: "POST", headers })).status).toBe(404);
    }
    const chunks = [
      REQUEST,
      `authorization: Bearer ${TOKEN}\r\ncontent-type: application/json\r\n`,
    ];
    const own = chunks.join("").replace("localhost", `localhost:${memory.port}`);
    const chunked = `${own}transfer-encoding: chunked\r\n\r\n200000\r\n${"x".repeat(2_097_152)}\r\n0\r\n\r\n`;
    expect(await sendBytes(memory, chunked)).toMatch(/^HTTP\/1\.1 413 /u);
  });
});
