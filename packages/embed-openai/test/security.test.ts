import { inspect } from "node:util";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { openaiEmbedder } from "../src/index.js";
import { failureOf } from "./support/failure-of.js";
import { playedEmbedder } from "./support/played-embedder.js";
import { KEY } from "./support/played.js";
import { openai } from "./support/servers/openai.js";
import { startHttp, startServer } from "./support/start-server.js";
import type { RunningServer } from "./support/start-server.js";

const ENVIRONMENT_KEY = "sk-env-SECRET0123456789";
const MODEL = "text-embedding-3-small";

/** Everything that a log could show of a value. */
function shown(value: unknown): string {
  const all = inspect(value, { depth: 20, showHidden: true, getters: true });
  const stack = value instanceof Error ? `${value.stack} ${value.message}` : "";
  return `${all} ${stack} ${JSON.stringify(value)}`;
}

/** Sends what is meant for api.openai.com to the played server. */
function redirectedFetch(server: RunningServer): typeof fetch {
  return (input, init) => {
    const url = typeof input === "string" ? input : "";
    return fetch(url.replace("https://api.openai.com", server.origin), init);
  };
}

beforeEach(() => {
  vi.stubEnv("OPENAI_API_KEY", ENVIRONMENT_KEY);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("The key of the environment", () => {
  test("goes to the provider's own origin", async () => {
    const server = await startServer(openai);
    vi.stubEnv("OPENAI_API_KEY", KEY);
    const embedder = openaiEmbedder({ model: MODEL, fetch: redirectedFetch(server) });
    await embedder.embed(["one"]);
    expect(server.requests[0]?.headers["authorization"]).toBe(`Bearer ${KEY}`);
    expect(server.requests[0]?.body["encoding_format"]).toBe("base64");
  });

  test("is read for every request, so that it can change", async () => {
    const server = await startServer(openai);
    const embedder = openaiEmbedder({ model: MODEL, fetch: redirectedFetch(server) });
    expect((await failureOf(embedder.embed(["one"]))).message).toContain("check OPENAI_API_KEY");
    vi.stubEnv("OPENAI_API_KEY", KEY);
    expect((await embedder.embed(["one"])).vectors).toHaveLength(1);
  });

  test.each([
    ["another host", (url: string) => ({ baseURL: url })],
    ["another host, as OpenAI", (url: string) => ({ baseURL: url, provider: "openai" as const })],
  ])("never goes to %s", async (_name, options) => {
    const server = await startServer(openai);
    const embedder = openaiEmbedder({ model: MODEL, ...options(server.baseURL) });
    const error = await failureOf(embedder.embed(["one"]));
    expect(error.message).toContain("no key was sent; give apiKey");
    expect(server.requests).toHaveLength(1);
    expect(JSON.stringify(server.requests)).not.toContain(ENVIRONMENT_KEY);
    expect(server.requests[0]?.headers["authorization"]).toBeUndefined();
  });

  test.each([
    "https://api.openai.com.evil.example/v1",
    "http://api.openai.com/v1",
    "https://api.openai.com:8443/v1",
    "https://openai.com/v1",
  ])("never goes to %s", async (baseURL) => {
    const sent: unknown[] = [];
    const embedder = openaiEmbedder({
      model: MODEL,
      provider: "openai",
      baseURL,
      maxRetries: 0,
      fetch: (_url, init) => {
        sent.push(init?.headers);
        return Promise.reject(new Error("no network"));
      },
    });
    await failureOf(embedder.embed(["one"]));
    expect(sent).toHaveLength(1);
    expect(shown(sent)).not.toContain("authorization");
  });

  test("that is missing ends in an error that says what to set, without a request", async () => {
    vi.stubEnv("OPENAI_API_KEY", "");
    const server = await startServer(openai);
    const embedder = openaiEmbedder({ model: MODEL, fetch: redirectedFetch(server) });
    const error = await failureOf(embedder.embed(["one"]));
    expect(error).toMatchObject({ code: "embedder-failed", retryable: false });
    expect(error.message).toContain("no key for https://api.openai.com/v1/embeddings");
    expect(error.message).toContain("give apiKey, or set OPENAI_API_KEY");
    expect(server.requests).toHaveLength(0);
  });

  test("that could add headers is refused and not repeated", async () => {
    vi.stubEnv("OPENAI_API_KEY", `${ENVIRONMENT_KEY}\r\nx-evil: 1`);
    const server = await startServer(openai);
    const embedder = openaiEmbedder({ model: MODEL, fetch: redirectedFetch(server) });
    const error = await failureOf(embedder.embed(["one"]));
    expect(error.message).toContain("OPENAI_API_KEY must be");
    expect(shown(error)).not.toContain(ENVIRONMENT_KEY);
    expect(server.requests).toHaveLength(0);
  });
});

describe("A key of the options", () => {
  test.each([
    ["a line break", "sk-SECRET\nx-evil: 1"],
    ["a carriage return", "sk-SECRET\r"],
    ["a blank", "sk-SECRET more"],
    ["a letter beyond ASCII", "sk-SECRETé"],
    ["nothing", ""],
    ["no string", { SECRET: 1 }],
  ])("with %s is refused and not repeated", (_name, apiKey) => {
    const options = { model: MODEL, apiKey } as Parameters<typeof openaiEmbedder>[0];
    const create = (): unknown => openaiEmbedder(options);
    expect(create).toThrow("apiKey must be");
    expect(create).not.toThrow("SECRET");
  });

  test("is asked of a function for every request, so that it can change", async () => {
    const server = await startServer(openai, () =>
      server.requests.length < 3 ? "503" : undefined,
    );
    let asked = 0;
    const { embedder } = playedEmbedder(server, {
      apiKey: () => {
        asked += 1;
        return Promise.resolve(KEY);
      },
    });
    await embedder.embed(["one"]);
    expect(asked).toBe(3);
  });

  test.each<[string, () => string | Promise<string>]>([
    [
      "throws",
      () => {
        throw new Error(`cannot read ${KEY}`);
      },
    ],
    ["rejects", () => Promise.reject(new Error(`cannot read ${KEY}`))],
    ["gives two lines", () => `${KEY}\nx-evil: 1`],
    ["gives nothing", () => ""],
  ])("from a function that %s ends in an error without it", async (_name, apiKey) => {
    const server = await startServer(openai);
    const { embedder } = playedEmbedder(server, { apiKey });
    const error = await failureOf(embedder.embed(["one"]));
    expect(error.code).toBe("embedder-failed");
    expect(shown(error)).not.toContain("quoll");
    expect(server.requests).toHaveLength(0);
  });

  test("is in nothing that the embedder shows", () => {
    const embedder = openaiEmbedder({
      model: MODEL,
      apiKey: KEY,
      headers: { "x-secret": "HEADER-SECRET" },
      baseURL: "http://127.0.0.1:1/v1?token=QUERY-SECRET",
    });
    expect(shown(embedder)).not.toContain("SECRET");
    expect(embedder.id).toBe("text-embedding-3-small#1536");
  });

  test("is in no URL: it goes into one header", async () => {
    const server = await startServer(openai);
    const { embedder } = playedEmbedder(server);
    await embedder.embed(["one"]);
    const [seen] = server.requests;
    expect(seen?.path).toBe("/v1/embeddings");
    expect(JSON.stringify(seen?.body)).not.toContain(KEY);
  });
});

describe("An error", () => {
  const text = "canary_quokka_text";
  const answers: readonly [string, unknown][] = [
    [
      "message",
      { error: { message: `bad key ${KEY} for ${text}`, type: "invalid_request_error" } },
    ],
    ["code", { error: { code: KEY, type: text } }],
    ["type", { error: { type: KEY, code: text } }],
    ["detail", { detail: `bad key ${KEY} for ${text}` }],
    ["a part of the key as code", { error: { code: "quoll", type: "quokka" } }],
    ["text", `<html>${KEY} ${text}</html>`],
  ];
  test.each(answers)(
    "holds neither key nor text that the server repeats in %s",
    async (_name, body) => {
      for (const status of [200, 400, 401, 403, 404, 413, 422, 429, 500]) {
        const server = await startServer(openai, (_request, befallen) => {
          befallen().response.writeHead(status).end(JSON.stringify(body));
          return "answered";
        });
        const { embedder } = playedEmbedder(server, { maxRetries: 0 });
        const error = await failureOf(embedder.embed([text]));
        expect(shown(error)).not.toContain("quoll");
        expect(shown(error)).not.toContain("quokka");
      }
    },
  );

  test("holds nothing of what fetch says", async () => {
    const cause = Object.assign(new Error(`${KEY} ${text}`), { code: `E${KEY}` });
    const { embedder } = playedEmbedder(
      { baseURL: "http://127.0.0.1:1/v1?token=QUERY-SECRET" },
      { maxRetries: 0, fetch: () => Promise.reject(Object.assign(new TypeError(KEY), { cause })) },
    );
    const error = await failureOf(embedder.embed([text]));
    expect(error.message).toContain("http://127.0.0.1:1/v1/embeddings could not be reached");
    expect(shown(error)).not.toContain("quoll");
    expect(shown(error)).not.toContain("QUERY-SECRET");
    expect(shown(error)).not.toContain("quokka");
  });
});

test("a redirect is not followed: neither key nor texts go elsewhere", async () => {
  const elsewhere = await startServer(openai);
  for (const status of [301, 302, 303, 307, 308]) {
    const origin = await startHttp((_request, response) => {
      response.writeHead(status, { location: `${elsewhere.baseURL}/embeddings` }).end();
    });
    const { embedder } = playedEmbedder({ baseURL: `${origin}/v1` });
    const error = await failureOf(embedder.embed(["one"]));
    expect(error).toMatchObject({ code: "embedder-failed", retryable: false });
    expect(error.message).toContain("redirects are not followed");
  }
  expect(elsewhere.requests).toHaveLength(0);
});

test.each([
  ["http://user:SECRET@127.0.0.1/v1", "without user and password"],
  ["http://SECRET@127.0.0.1/v1", "without user and password"],
  ["ftp://127.0.0.1/SECRET", "http: or https:"],
  ["file:///SECRET", "http: or https:"],
  ["SECRET", "a URL such as"],
  ["http://127.0.0.1/v1#SECRET", "without a fragment"],
])("the base URL %s is refused and not repeated", (baseURL, reason) => {
  const create = (): unknown => openaiEmbedder({ model: MODEL, baseURL });
  expect(create).toThrow(reason);
  expect(create).not.toThrow("SECRET");
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ["with a line break", { "x-a": "SECRET\r\nx-evil: 1" }, "headers.x-a"],
  ["that is no string", { "x-a": ["SECRET"] }, "headers.x-a"],
  ["with a wrong name", { "x a\r\nSECRET": "1" }, "a name that no header can have"],
  ["of the embedder", { "Content-Type": "SECRET" }, "content-type"],
  ["of the host", { HOST: "SECRET" }, "host"],
])("a header %s is refused and not repeated", (_name, headers, reason) => {
  const options = { model: MODEL, headers } as Parameters<typeof openaiEmbedder>[0];
  const create = (): unknown => openaiEmbedder(options);
  expect(create).toThrow(reason);
  expect(create).not.toThrow("SECRET");
});

test.each(["Authorization", "authorization"])(
  "a key and the header %s are refused together: fetch would send both in one",
  (name) => {
    for (const apiKey of [KEY, () => KEY]) {
      const create = (): unknown =>
        openaiEmbedder({ model: MODEL, apiKey, headers: { [name]: "Bearer SECRET" } });
      expect(create).toThrow(`apiKey and headers.${name}; give one of both`);
      expect(create).not.toThrow("SECRET");
    }
  },
);

test("headers replace those of the embedder, however they are written", async () => {
  const server = await startServer(openai);
  const { embedder } = playedEmbedder(server, { headers: { Accept: "text/plain", "X-A": "1" } });
  await embedder.embed(["one"]);
  expect(server.requests[0]?.headers).toMatchObject({ accept: "text/plain", "x-a": "1" });
});

test("where a key may be in the headers, a refusal says so", async () => {
  const server = await startServer(openai);
  const { baseURL } = server;
  const headers = { "api-key": "azure-SECRET" };
  const error = await failureOf(openaiEmbedder({ model: MODEL, baseURL, headers }).embed(["one"]));
  expect(error.message).toContain("answered 401");
  expect(error.message).toContain("check apiKey or headers");
});

test("further headers are sent, and an authorization of one's own needs no key", async () => {
  const server = await startServer(openai);
  const embedder = openaiEmbedder({
    model: MODEL,
    headers: { Authorization: `Bearer ${KEY}`, "api-key": "azure" },
    fetch: redirectedFetch(server),
  });
  await embedder.embed(["one"]);
  expect(server.requests[0]?.headers).toMatchObject({
    authorization: `Bearer ${KEY}`,
    "api-key": "azure",
  });
});
