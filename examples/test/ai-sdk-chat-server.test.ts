import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

import { afterAll, beforeAll, expect, test } from "vitest";

import { chatRequest, errorOf, saved, say, startChat, userMessage } from "./chat-process.ts";
import type { ChatProcess, SavedMessage } from "./chat-process.ts";
import { temporaryFolder } from "./run-example.ts";

let chat: ChatProcess;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat[Symbol.asyncDispose]());

function textOf({ parts }: SavedMessage): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** Sends a request as bytes, which no client tidies up, and returns the status and the answer. */
async function rawRequest(
  path: string,
  { method = "GET", ...headers }: Record<string, string> = {},
): Promise<{ status: number | undefined; body: string }> {
  const { hostname, port } = new URL(chat.url);
  const sent = request({ hostname, port, path, method, headers });
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response) };
}

test("an answer streams as UI messages, and the chat is kept in order", async () => {
  const response = await say(chat, "ann", {
    chatId: "order",
    message: userMessage("1", "I keep bees"),
  });
  expect(response.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1");
  const stream = await response.text();
  expect(stream).toContain('{"type":"text-delta"');
  expect(stream.trimEnd().endsWith("data: [DONE]")).toBe(true);
  await (
    await say(chat, "ann", { chatId: "order", message: userMessage("2", "What do I keep?") })
  ).text();
  const messages = await saved(chat, "ann", "order");
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
  expect(messages.map(textOf)).toEqual([
    "I keep bees",
    expect.stringContaining("Noted"),
    "What do I keep?",
    expect.stringContaining("I keep bees"),
  ]);
});

test("what was said in another chat is recalled for its user alone", async () => {
  await (
    await say(chat, "ann", { chatId: "a", message: userMessage("a1", "I am allergic to peanuts") })
  ).text();
  const question = userMessage("b1", "What am I allergic to?");
  const ann = await (await say(chat, "ann", { chatId: "b", message: question })).text();
  const bo = await (await say(chat, "bo", { chatId: "b", message: question })).text();
  expect(ann).toContain("source-document");
  expect(ann).toContain("I am allergic to peanuts");
  expect(bo).not.toContain("source-document");
  expect(bo).not.toContain("peanuts");
  expect((await saved(chat, "bo", "b")).length).toBe(2);
  expect((await fetch(`${chat.url}/api/chats/a`, chatRequest("bo"))).status).toBe(404);
});

test("a message that is sent again is kept once", async () => {
  const message = userMessage("same", "I live in Ghent");
  for (let n = 0; n < 2; n += 1)
    await (await say(chat, "ann", { chatId: "twice", message })).text();
  const messages = await saved(chat, "ann", "twice");
  expect(messages.filter(({ id }) => id === "same").length).toBe(1);
});

test("an answer that nobody waits for any more is not kept, and chats outlive the server", async () => {
  await using folder = await temporaryFolder();
  const file = folder.file("chat.db");
  const first = await startChat("--data", file);
  const gone = new AbortController();
  const message = userMessage("1", `I like ${"very ".repeat(200)}long walks`);
  const response = await say(first, "ann", { chatId: "walks", message, signal: gone.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  while (!seen.includes("text-delta")) seen += (await reader?.read())?.value ?? "";
  gone.abort();
  expect(await first.stop()).toEqual({ code: 0, stderr: "" });

  const second = await startChat("--data", file);
  const messages = await saved(second, "ann", "walks");
  expect(messages.map(({ role }) => role)).toEqual(["user"]);
  // Signals that come while it ends, up to the last moment, change nothing.
  expect(await second.stop("SIGINT", "SIGINT", "SIGTERM")).toEqual({ code: 0, stderr: "" });
  expect(await readdir(folder.path)).toEqual(["chat.db"]);
});

test.each([
  ["no JSON", "{", 400],
  ["nothing", "", 400],
  ["null", "null", 400],
  ["a list", "[]", 400],
  ["no message", { chatId: "c" }, 400],
  ["a message without parts", { chatId: "c", message: { id: "1", role: "user" } }, 400],
  ["an answer", { chatId: "c", message: { ...userMessage("1", "Hi"), role: "assistant" } }, 400],
  ["instructions", { chatId: "c", message: { ...userMessage("1", "Hi"), role: "system" } }, 400],
  [
    "a file",
    {
      chatId: "c",
      message: {
        ...userMessage("1", ""),
        parts: [
          { type: "text", text: "What is in it?" },
          { type: "file", mediaType: "image/png", url: "file:///etc/passwd" },
        ],
      },
    },
    400,
  ],
  ["blanks", { chatId: "c", message: userMessage("1", " \n ") }, 400],
  ["4,001 characters", { chatId: "c", message: userMessage("1", "x".repeat(4_001)) }, 400],
  ["no chat", { message: userMessage("1", "Hi") }, 400],
  ["a path for a chat", { chatId: "../c", message: userMessage("1", "Hi") }, 400],
  ["a number for a chat", { chatId: 7, message: userMessage("1", "Hi") }, 400],
  ["a chat with a name of 65", { chatId: "c".repeat(65), message: userMessage("1", "Hi") }, 400],
  ["a message without an id", { chatId: "c", message: userMessage("", "Hi") }, 400],
  ["100,000 bytes", { chatId: "c", message: userMessage("1", "x".repeat(100_000)) }, 413],
])("%s is refused in JSON, and nothing is kept", async (_, body, status) => {
  const sent = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(
    `${chat.url}/api/chat`,
    chatRequest("ann", { method: "POST", body: sent }),
  );
  expect(response.status).toBe(status);
  expect(await errorOf(response)).toMatch(/^[^\n]{5,100}$/u);
  expect((await fetch(`${chat.url}/api/chats/c`, chatRequest("ann"))).status).toBe(404);
});

test("a request that is sent without its length is cut off, too", async () => {
  const body = new Blob(["x".repeat(100_000)]).stream();
  const init = { ...chatRequest("ann", { method: "POST", body }), duplex: "half" as const };
  const response = await fetch(`${chat.url}/api/chat`, init);
  expect(response.status).toBe(413);
});

test("what a page of another site could send is refused", async () => {
  const plain = await fetch(`${chat.url}/api/chat`, {
    ...chatRequest("ann", {
      method: "POST",
      body: "{}",
      headers: { "content-type": "text/plain" },
    }),
  });
  expect(plain.status).toBe(415);
  expect((await rawRequest("/", { host: "evil.example" })).status).toBe(403);
  const asked = await fetch(`${chat.url}/api/chat`, { method: "OPTIONS" });
  expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([404, null]);
});

test.each([undefined, "", "eve", "__proto__", "ann; path=/x"])(
  "without a user that it knows there is no chat: %s",
  async (user) => {
    const headers = user === undefined ? {} : { cookie: `chat-user=${user}` };
    const status = user?.startsWith("ann;") ? 404 : 401;
    expect((await fetch(`${chat.url}/api/chats/none`, { headers })).status).toBe(status);
  },
);

test.each(["", "%2e%2e", "a%2fb", "a.b", "c".repeat(65), "%"])(
  "%j is no id of a chat",
  async (id) => {
    const response = await fetch(`${chat.url}/api/chats/${id}`, chatRequest("ann"));
    expect([400, 404]).toContain(response.status);
    expect(await errorOf(response)).toMatch(/./u);
  },
);

test.each([
  "/nothing",
  "/main.ts",
  "/../main.ts",
  "/page/../../main.ts",
  "/%2e%2e/main.ts",
  "/..%2fmain.ts",
  "//etc/passwd",
  "http://[",
  "/api/chat",
])("there is nothing at %s", async (path) => {
  const { status, body } = await rawRequest(path, { cookie: "chat-user=ann" });
  expect(status).toBe(404);
  expect(JSON.parse(body)).toEqual({ error: "there is nothing here" });
});

test("the page holds no script and no style of its own, and nothing else may run in it", async () => {
  const response = await fetch(chat.url);
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const page = await response.text();
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/iu);
  const urls = [...page.matchAll(/(?:src|href)="(?<url>[^"]*)"/gu)].map(
    ({ groups }) => groups?.["url"],
  );
  for (const url of urls) expect((await fetch(new URL(url ?? "", chat.url))).status).toBe(200);
});

test("a wrong port is refused, and one that is taken is named", async () => {
  await expect(startChat("--port", "port")).rejects.toThrow("--port is a number");
  const { port } = new URL(chat.url);
  await expect(startChat("--port", port)).rejects.toThrow("EADDRINUSE");
});
