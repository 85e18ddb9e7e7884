import type { ServerResponse } from "node:http";
import { setImmediate as turn } from "node:timers/promises";

/** One vector of an answer. */
interface Item {
  readonly object: "embedding";
  readonly index?: number;
  readonly embedding: unknown;
}

/** A request that a fault may befall, with the right answer to it. */
export interface Befallen {
  readonly response: ServerResponse;
  readonly items: readonly Item[];
  readonly vectors: readonly Float32Array[];
  /** Answers with these items. */
  readonly answer: (items: readonly Item[]) => void;
  /** The answer as it would go out. */
  readonly text: string;
}

type Fault = (befallen: Befallen) => void | Promise<void>;

function status(
  code: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Fault {
  return ({ response }) => {
    const isPage = typeof body === "string";
    response.writeHead(code, {
      "content-type": isPage ? "text/html" : "application/json",
      ...headers,
    });
    response.end(isPage ? body : JSON.stringify(body));
  };
}

function openaiError(code: string, message = "no"): unknown {
  return { error: { message, type: code, param: null, code } };
}

/** Changes the last item. */
function last(change: (vector: Float32Array, item: Item) => Item): Fault {
  return ({ items, vectors, answer }) => {
    const place = items.length - 1;
    const [item, vector] = [items[place], vectors[place]];
    if (item && vector) answer(items.with(place, change(vector, item)));
  };
}

function base64(vector: Float32Array): string {
  return Buffer.from(vector.buffer).toString("base64");
}

const PAGE = "<html><body><h1>Bad gateway</h1></body></html>";

/** Faults that pass: the next request can succeed. */
export const FAULTS = {
  shuffled: ({ items, answer }) => answer(items.toReversed()),
  "missing items": ({ items, answer }) => answer(items.slice(0, Math.floor(items.length / 2))),
  "one index twice": ({ items, answer }) => answer(items.map((item) => ({ ...item, index: 0 }))),
  // A server that makes two vectors of the first text, and counts vectors.
  "one item too many": ({ items, answer }) =>
    answer([...items.slice(0, 1), ...items].map((item, index) => ({ ...item, index }))),
  "one index too high": ({ items, answer }) =>
    answer(items.map((item, place) => ({ ...item, index: place + 1 }))),
  "no index": ({ items, answer }) =>
    answer(items.map(({ object, embedding }) => ({ object, embedding }))),
  "no data": ({ answer }) => answer([]),
  "wrong width": last((vector, item) => ({ ...item, embedding: [...vector.subarray(1)] })),
  "NaN in base64": last((vector, item) => ({
    ...item,
    embedding: base64(vector.with(0, Number.NaN)),
  })),
  "null instead of a number": last((vector, item) => ({
    ...item,
    embedding: [null, ...vector.subarray(1)],
  })),
  "bare NaN": ({ response, text }) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(text.replace(/"embedding":[^,]*/u, '"embedding":[NaN'));
  },
  "a number beyond float32": last((vector, item) => ({
    ...item,
    embedding: [1e39, ...vector.subarray(1)],
  })),
  zeros: last((vector, item) => ({ ...item, embedding: [...vector.fill(0)] })),
  "base64 in any case": ({ items, vectors, answer }) =>
    answer(
      items.map((item, place) => ({
        ...item,
        embedding: base64(vectors[place] ?? new Float32Array()),
      })),
    ),
  "floats in any case": ({ items, vectors, answer }) =>
    answer(items.map((item, place) => ({ ...item, embedding: [...(vectors[place] ?? [])] }))),
  "damaged base64": last((vector, item) => ({ ...item, embedding: base64(vector).slice(3) })),
  "429 with retry-after": status(429, openaiError("rate_limit_exceeded"), { "retry-after": "2" }),
  "429 with retry-after-ms": status(429, openaiError("rate_limit_exceeded"), {
    "retry-after-ms": "1500",
    "retry-after": "9999",
  }),
  "413": status(413, PAGE),
  "too many tokens": status(400, openaiError("max_tokens_per_request", "Requested too much")),
  "slow body": async ({ response, text }) => {
    response.writeHead(200, { "content-type": "application/json" });
    for (const part of text.match(/[^]{1,40000}/gu) ?? []) {
      response.write(part);
      await turn();
    }
    response.end();
  },
  "cut body": async ({ response, text }) => {
    response.writeHead(200, { "content-length": String(Buffer.byteLength(text)) });
    response.write(text.slice(0, Math.floor(text.length / 2)));
    await turn();
    response.destroy();
  },
  "cut connection": ({ response }) => void response.destroy(),
  "half an answer": ({ response, text }) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(text.slice(0, Math.floor(text.length / 2)));
  },
  "HTML with 200": status(200, PAGE),
  "HTML with 502": status(502, PAGE),
  "500": status(500, openaiError("server_error")),
  "503": status(503, { error: "overloaded" }),
  "408": status(408, openaiError("timeout")),
  "409": status(409, openaiError("conflict")),
  "200 with an error": status(200, { error: { message: "upstream", code: 502 } }),
} satisfies Readonly<Record<string, Fault>>;

/** The name of a fault. */
export type FaultName = keyof typeof FAULTS;

/** All names. */
export const FAULT_NAMES: readonly FaultName[] = Object.keys(FAULTS) as FaultName[];
