/**
 * A server of `/v1/embeddings` that answers made vectors at once; prints its port. Its answers are
 * put together beforehand, so that nearly all of the time is the client's.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const WIDTH = 1536;
/** Digits of a number, as many as services send. */
const DIGITS = 8;

const vector = Float32Array.from({ length: WIDTH }, (_, index) => {
  return Number((Math.sin(index + 1) / Math.sqrt(WIDTH / 2)).toFixed(DIGITS));
});
const asNumbers = JSON.stringify(Array.from(vector, (value) => Number(value.toFixed(DIGITS))));
const asBase64 = JSON.stringify(Buffer.from(vector.buffer).toString("base64"));

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const body = JSON.parse(Buffer.concat(parts).toString("utf8")) as {
      readonly input: readonly string[];
      readonly encoding_format?: string;
    };
    const embedding = body.encoding_format === "base64" ? asBase64 : asNumbers;
    const data = body.input.map((_, index) => {
      return `{"object":"embedding","index":${index},"embedding":${embedding}}`;
    });
    response.setHeader("content-type", "application/json");
    response.end(`{"object":"list","data":[${data.join(",")}],"model":"made"}`);
  });
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.stdin.on("end", () => process.exit()).resume();
