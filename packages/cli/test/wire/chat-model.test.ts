import type { TextModel } from "@kioku/core";
import { describe, expect, it } from "vitest";

import { createChatModel, type ChatModelOptions } from "../../src/wire/chat-model.js";
import { httpServer, sendJson, type TestServer } from "../support/http-server.js";
import { NOW } from "../support/test-host.js";

const KEY = "sk-very-secret";
const COMPLETION = {
  choices: [{ message: { content: "Peanuts." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 12, completion_tokens: 3 },
};

function modelAt({ url }: Pick<TestServer, "url">, options: ChatModelOptions = {}): TextModel {
  return createChatModel(
    { baseUrl: `${url}/v1/`, apiKey: KEY, model: "test-model" },
    { fetch, clock: () => NOW },
    { wait: () => Promise.resolve(), ...options },
  );
}

async function failureOf(answer: Promise<unknown>): Promise<Error & { readonly hint?: string }> {
  const error: unknown = await answer.catch((reason: unknown) => reason);
  if (error instanceof Error) return error;
  throw new Error("it did not fail");
}

describe("a chat model", () => {
  it("asks an OpenAI-compatible endpoint", async () => {
    await using server = await httpServer((response) => sendJson(response, COMPLETION));
    const answer = await modelAt(server).generate({
      system: "Answer in one word.",
      prompt: "What must Ana not eat?",
      maxTokens: 50,
    });
    expect(answer).toEqual({
      text: "Peanuts.",
      isComplete: true,
      inputTokens: 12,
      outputTokens: 3,
    });
    expect(server.seen).toMatchObject([
      {
        method: "POST",
        path: "/v1/chat/completions",
        headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
        body: {
          model: "test-model",
          messages: [
            { role: "system", content: "Answer in one word." },
            { role: "user", content: "What must Ana not eat?" },
          ],
          max_tokens: 50,
        },
      },
    ]);
  });

  it("is named by its server and its model", () => {
    expect(modelAt({ url: "http://h:1" }).id).toBe("h:1/test-model");
  });

  it("tells an answer that was cut off, and one without words or counts", async () => {
    await using server = await httpServer((response, _request, index) =>
      sendJson(response, {
        choices: [{ message: { content: null }, finish_reason: ["length", "stop"][index] }],
      }),
    );
    const model = modelAt(server);
    expect(await model.generate({ prompt: "p" })).toEqual({ text: "", isComplete: false });
    expect(await model.generate({ prompt: "p" })).toEqual({ text: "", isComplete: true });
  });

  it("sends a schema, and does without where the server refuses it", async () => {
    await using server = await httpServer((response, { body }) =>
      JSON.stringify(body).includes("response_format")
        ? sendJson(
            response,
            { error: { message: "unknown field response_format" } },
            { status: 400 },
          )
        : sendJson(response, COMPLETION),
    );
    const model = modelAt(server);
    const request = { prompt: "p", schema: { type: "object" } };
    expect((await model.generate(request)).text).toBe("Peanuts.");
    await model.generate(request);
    const formats = server.seen.map(
      ({ body }) => (body as Record<string, unknown>)["response_format"],
    );
    expect(formats).toEqual([
      { type: "json_schema", json_schema: { name: "answer", schema: { type: "object" } } },
      undefined,
      undefined,
    ]);
  });

  it("names the limit of tokens as the server wants it", async () => {
    await using server = await httpServer((response, { body }) =>
      JSON.stringify(body).includes('"max_tokens"')
        ? sendJson(response, { error: "use max_completion_tokens instead" }, { status: 400 })
        : sendJson(response, COMPLETION),
    );
    expect(await modelAt(server).generate({ prompt: "p", maxTokens: 7 })).toMatchObject({
      text: "Peanuts.",
    });
    expect(server.seen.at(-1)?.body).toMatchObject({ max_completion_tokens: 7 });
  });

  it("asks again after failures that may pass, when the server says", async () => {
    const waits: number[] = [];
    const until = new Date(NOW.getTime() + 5000).toUTCString();
    const answers = [
      { status: 429, headers: { "retry-after": "2" } },
      { status: 503, headers: { "retry-after": until } },
      { status: 500 },
    ];
    await using server = await httpServer((response, _request, index) =>
      sendJson(response, COMPLETION, answers[index]),
    );
    const wait = (ms: number): Promise<void> => {
      waits.push(ms);
      return Promise.resolve();
    };
    expect((await modelAt(server, { wait }).generate({ prompt: "p" })).text).toBe("Peanuts.");
    expect(waits).toEqual([2000, 5000, 2000]);
  });

  it.each([
    [401, "check model.api_key", 1],
    [404, "it has the model test-model", 1],
    [302, "redirects are not followed", 1],
    [429, "try again later", 75],
  ])("gives up on %i without the key or the answer", async (status, hint, exitCode) => {
    await using server = await httpServer((response) => {
      const headers = { location: "http://127.0.0.1:1/", "retry-after": "3600" };
      sendJson(response, { error: { message: `${KEY} is no key` } }, { status, headers });
    });
    const error = await failureOf(modelAt(server).generate({ prompt: "secret prompt" }));
    expect(error).toMatchObject({
      message: `the model test-model at ${server.url}/v1/ answered ${status}`,
      exitCode,
    });
    expect(error.cause).toBe(undefined);
    expect(error.hint).toContain(hint);
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    ["no JSON", "<html>"],
    ["another object", "{}"],
    ["no text", '{"choices":[{"message":{"content":[1]}}]}'],
  ])("refuses an answer that is %s", async (_what, text) => {
    await using server = await httpServer((response) => response.end(text));
    const error = await failureOf(modelAt(server).generate({ prompt: "p" }));
    expect(error.message).toContain("answered something that is no completion");
  });

  it("reads no answer without end", async () => {
    await using server = await httpServer((response) => {
      const chunk = "x".repeat(1000);
      const more = (): void => {
        while (response.writable && response.write(chunk));
        response.once("drain", more);
      };
      more();
    });
    const error = await failureOf(modelAt(server, { maxBytes: 5000 }).generate({ prompt: "p" }));
    expect(error.message).toContain("answered more than 5000 bytes");
  });

  it("waits for no answer for ever", async () => {
    await using server = await httpServer(() => undefined);
    const model = modelAt(server, { timeoutMs: 20, maxRetries: 1 });
    const error = await failureOf(model.generate({ prompt: "p" }));
    expect(error.message).toContain("did not answer in time");
  });

  it("ends with its signal, and sends nothing after it", async () => {
    const controller = new AbortController();
    const reason = new Error("interrupted");
    await using server = await httpServer(() => controller.abort(reason));
    const call = { signal: controller.signal };
    await expect(modelAt(server).generate({ prompt: "p" }, call)).rejects.toBe(reason);
    await expect(modelAt(server).generate({ prompt: "p" }, call)).rejects.toBe(reason);
    expect(server.seen).toHaveLength(1);
  });

  it("says that a server cannot be reached", async () => {
    const server = await httpServer(() => undefined);
    await server[Symbol.asyncDispose]();
    const error = await failureOf(modelAt(server).generate({ prompt: "p" }));
    expect(error).toMatchObject({ message: expect.stringMatching(/ECONNREFUSED/u) as unknown });
  });
});
