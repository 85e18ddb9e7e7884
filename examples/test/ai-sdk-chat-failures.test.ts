import { createMemory, inMemoryStore } from "@kioku/core";
import { expect, onTestFinished, test, vi } from "vitest";

import { startChatServer } from "../ai-sdk-chat/chat-server.ts";
import { offlineModel } from "../ai-sdk-chat/offline-model.ts";
import type { V3Chunk } from "../ai-sdk-chat/offline-model.ts";
import { chatRequest, errorOf, saved, say, userMessage } from "./chat-process.ts";

test.each(["says so", "breaks off"])(
  "half an answer of a model that %s is not kept, and why it failed is not told",
  async (failure) => {
    const whole = offlineModel();
    const failing: typeof whole = {
      ...whole,
      doStream: async (options) => {
        const { stream } = await whole.doStream(options);
        const cut = new TransformStream<V3Chunk, V3Chunk>({
          transform: (chunk, controller) => {
            if (chunk.type !== "text-end") return controller.enqueue(chunk);
            const error = new Error("the key sk-123 has expired");
            if (failure === "breaks off") throw error;
            controller.enqueue({ type: "error", error });
            controller.terminate();
          },
        });
        return { stream: stream.pipeThrough(cut) };
      },
    };
    const log = vi.spyOn(console, "error").mockReturnValue();
    onTestFinished(() => log.mockRestore());
    await using memory = createMemory({ store: inMemoryStore() });
    const server = await startChatServer({ memory, model: failing, port: 0 });
    onTestFinished(() => server.stop());
    const asked = { chatId: "half", message: userMessage("1", "Hi") };
    const stream = await (await say(server, "ann", asked)).text();
    expect(stream).toContain('"delta":"Noted."');
    expect(stream.includes('{"type":"error"')).toBe(failure === "says so");
    expect(stream.includes("[DONE]")).toBe(failure === "says so");
    expect(stream).not.toContain("sk-123");
    expect(log).toHaveBeenCalled();
    expect((await saved(server, "ann", "half")).map(({ role }) => role)).toEqual(["user"]);
  },
);

test.each(["page has gone", "server ends"])("a model is stopped when the %s", async (reason) => {
  const whole = offlineModel();
  const stopped = Promise.withResolvers<void>();
  const endless: typeof whole = {
    ...whole,
    doStream: async ({ abortSignal }) => {
      abortSignal?.addEventListener("abort", () => stopped.resolve());
      return { stream: new ReadableStream() };
    },
  };
  await using memory = createMemory({ store: inMemoryStore() });
  const server = await startChatServer({ memory, model: endless, port: 0 });
  onTestFinished(() => server.stop());
  const gone = new AbortController();
  const asked = { chatId: "endless", message: userMessage("1", "Hi"), signal: gone.signal };
  const { body } = await say(server, "ann", asked);
  const rest = body?.pipeTo(new WritableStream());
  if (reason === "page has gone") gone.abort();
  else await server.stop();
  await expect(rest).rejects.toThrow(/abort|terminated/u);
  await stopped.promise;
});

test("what fails in the server is told in its log alone", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const memory = createMemory({ store: inMemoryStore() });
  const server = await startChatServer({ memory, model: offlineModel(), port: 0 });
  onTestFinished(() => server.stop());
  await memory.close();
  const response = await fetch(`${server.url}/api/chats/a`, chatRequest("ann"));
  expect([response.status, await errorOf(response)]).toEqual([500, "something went wrong here"]);
  expect(log).toHaveBeenCalledOnce();
});
