import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from "node:http";

import type { S3Fault } from "./s3-faults.ts";

/** An answer of the server, as a whole. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A request, as a whole: an object is stored as a whole or not at all. */
export interface WholeRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A request that is to be answered. */
export interface Answering {
  readonly request: WholeRequest;
  readonly response: ServerResponse;
  readonly forward: () => Promise<WholeAnswer>;
}

/** Answers a request, with a fault if there is one. A fault that does not fit a request is none. */
export async function answerWith(fault: S3Fault | undefined, answering: Answering): Promise<void> {
  const { request, response, forward } = answering;
  if (fault === "stall") return;
  if (fault === "busy") {
    send(response, { ...errorAnswer(503, "SlowDown"), headers: { "retry-after": "1" } });
  } else if (fault === "cut-before" || fault === "cut-after") {
    if (fault === "cut-after") await forward();
    response.destroy();
  } else if (fault === "cut-midway" || fault === "stall-midway" || fault === "short") {
    await sendHalf(response, await forward());
    if (fault === "cut-midway") response.destroy();
    if (fault === "short") response.end(() => response.destroy());
  } else {
    send(response, await lieOf(fault, request, forward));
  }
}

async function lieOf(
  fault: S3Fault | undefined,
  request: WholeRequest,
  forward: () => Promise<WholeAnswer>,
): Promise<WholeAnswer> {
  const isList = request.url.includes("list-type=2");
  const isUpload = request.method === "PUT";
  if (fault === "not-stored" && isUpload)
    return { status: 200, headers: {}, body: Buffer.alloc(0) };
  if (fault === "taken" && request.headers["if-none-match"] === "*") {
    return errorAnswer(412, "PreconditionFailed");
  }
  const isObject = request.method === "GET" && !isList;
  if (fault === "not-found" && isObject) return errorAnswer(404, "NoSuchKey");
  const answer = await forward();
  if (answer.status !== 200) return answer;
  const headers = without(answer.headers, ["content-length"]);
  if (isObject && fault === "truncated") {
    return { ...answer, headers, body: answer.body.subarray(0, answer.body.length >> 1) };
  }
  if (isObject && fault === "wrong-bytes" && answer.body.length > 0) {
    const body = Buffer.from(answer.body);
    const at = body.length >> 1;
    body[at] = (body[at] ?? 0) ^ 0x10;
    return { ...answer, headers, body };
  }
  if (isList && (fault === "list-omits" || fault === "list-repeats")) {
    const text = answer.body.toString("utf8");
    const entry = /<Contents>.*?<\/Contents>/su.exec(text)?.[0] ?? "";
    const body = text.replace(entry, () => (fault === "list-omits" ? "" : entry + entry));
    return { ...answer, headers, body: Buffer.from(body) };
  }
  return answer;
}

function send(response: ServerResponse, { status, headers, body }: WholeAnswer): void {
  response.writeHead(status, withLength(headers, body));
  response.end(body);
}

async function sendHalf(
  response: ServerResponse,
  { status, headers, body }: WholeAnswer,
): Promise<void> {
  response.writeHead(status, withLength(headers, body));
  response.flushHeaders();
  const { promise, resolve } = Promise.withResolvers<void>();
  response.write(body.subarray(0, body.length >> 1), () => resolve());
  await promise;
}

/** The answer to `HEAD` has a length without a body. */
function withLength(headers: IncomingHttpHeaders, body: Buffer): OutgoingHttpHeaders {
  const own = without(headers, ["transfer-encoding", "connection", "keep-alive"]);
  return { "content-length": body.length, ...own };
}

function without(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

/** Makes an error of S3. */
export function errorAnswer(status: number, code: string): WholeAnswer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`;
  return { status, headers: { "content-type": "application/xml" }, body: Buffer.from(body) };
}
