import { once } from "node:events";
import { connect } from "node:net";

import { expect, it } from "vitest";

import { openTestStudio, TOKEN } from "../support/test-studio.js";

const REQUEST = "POST /api/about HTTP/1.1\r\nhost: localhost\r\n";
/** Bytes that are hardly requests. */
const RAW: readonly string[] = [
  "\r\n\r\n",
  "\u0000\u0001\u0002\r\n\r\n",
  "GET\r\n\r\n",
  "GARBAGE\r\n\r\n",
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
const INNER = /node:|\.ts\b|\.js\b|at Object|\/work|\/tmp/iu;

async function sendBytes(port: number, text: string): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1" });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.on("error", () => undefined);
  socket.end(text, "latin1");
  await once(socket, "close");
  return Buffer.concat(chunks).toString();
}

it("answers bytes that are no request with an error of HTTP, or not at all", async () => {
  await using studio = await openTestStudio();
  const port = Number(new URL(studio.url).port);
  for (const raw of RAW) {
    const answer = await sendBytes(port, raw);
    expect(answer).toMatch(/^(?:HTTP\/1\.1 4\d\d .*|)$/msu);
    expect(answer).not.toMatch(INNER);
  }
  const own = REQUEST.replace("localhost", `localhost:${port}`);
  const head = `${own}authorization: Bearer ${TOKEN}\r\ncontent-type: application/json\r\n`;
  const body = `200000\r\n${"x".repeat(2_097_152)}\r\n0\r\n\r\n`;
  const answer = await sendBytes(port, `${head}transfer-encoding: chunked\r\n\r\n${body}`);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /u);
});
