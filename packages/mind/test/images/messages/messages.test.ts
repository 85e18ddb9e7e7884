import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { convertToModelMessages, type ModelMessage, type UIMessage } from "ai";
import { expect, test } from "vitest";

import { imagesInMessages } from "../../../src/images/messages/images-in-messages.js";
import { picture, testImages } from "../support/image-test.js";

const file = picture("a cat");
const base64 = Buffer.from(file).toString("base64");
const dataUrl = `data:image/png;base64,${base64}`;
const address = "https://example.org/cat.png";

/** Returns what is found: "bytes" for those of the file, else the address. */
function found(...messages: readonly unknown[]): readonly string[] {
  return imagesInMessages(messages).map(({ data, uri }) => {
    if (uri !== undefined) return uri;
    return data && Buffer.compare(data, file) === 0 ? "bytes" : "other bytes";
  });
}

test("images of ModelMessages are found in every form", () => {
  const messages: ModelMessage[] = [
    {
      role: "user",
      content: [
        { type: "text", text: dataUrl },
        { type: "image", image: file },
        { type: "image", image: base64, mediaType: "image/png" },
        { type: "image", image: new URL(address) },
        { type: "image", image: file.buffer.slice(0) as ArrayBuffer },
        { type: "file", data: dataUrl, mediaType: "image/png" },
        { type: "file", data: base64, mediaType: "application/pdf" },
      ],
    },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "1",
          toolName: "screenshot",
          output: {
            type: "content",
            value: [
              { type: "text", text: "here" },
              { type: "image-data", data: base64, mediaType: "image/png" } as never,
              { type: "media", data: base64, mediaType: "image/png" } as never,
              { type: "image-url", url: address } as never,
            ],
          },
        },
      ],
    },
  ];
  const bytes = ["bytes", "bytes", address, "bytes", "bytes"];
  expect(found(...messages)).toEqual([...bytes, "bytes", "bytes", address]);
});

test("images of UIMessages are found, also after they became ModelMessages", async () => {
  const messages: UIMessage[] = [
    {
      id: "1",
      role: "user",
      parts: [
        { type: "text", text: "look" },
        { type: "file", mediaType: "image/png", url: dataUrl },
        { type: "file", mediaType: "image/png", url: address },
        { type: "file", mediaType: "text/plain", url: "data:text/plain;base64,aGk=" },
      ],
    },
  ];
  expect(found(...messages)).toEqual(["bytes", address]);
  expect(found(...(await convertToModelMessages(messages)))).toEqual(["bytes", address]);
});

test("images of messages of LangChain are found in every form", () => {
  const human = new HumanMessage({
    content: [
      { type: "text", text: "look" },
      { type: "image_url", image_url: dataUrl },
      { type: "image_url", image_url: { url: address, detail: "low" } },
      { type: "image", source_type: "base64", data: base64, mime_type: "image/png" },
      { type: "image", source_type: "url", url: address },
      { type: "image", mimeType: "image/png", data: file },
      { type: "image", source: { type: "base64", media_type: "image/png", data: base64 } },
    ],
  });
  const tool = new ToolMessage({
    tool_call_id: "1",
    content: [{ type: "image_url", image_url: { url: dataUrl } }],
  });
  const [one, two] = ["bytes", address];
  expect(found(human, new AIMessage("no image"), tool)).toEqual([
    one,
    two,
    one,
    two,
    one,
    one,
    one,
  ]);
});

test("images as providers write them are found", () => {
  const content = [
    { type: "input_image", image_url: dataUrl },
    { type: "media", mimeType: "image/png", data: base64 },
    { image: { format: "png", source: { bytes: file } } },
    { type: "tool_result", content: [{ type: "image", source: { type: "url", url: address } }] },
  ];
  expect(found({ role: "user", content })).toEqual(["bytes", "bytes", "bytes", address]);
});

test("what is no message or no image is passed over", () => {
  const nested = Array.from({ length: 50 }).reduce<unknown>(
    (content) => [{ type: "tool_result", content }],
    [{ type: "image", image: base64 }],
  );
  const messages = [
    null,
    "text",
    7,
    { content: "data:image/png;base64,AAAA" },
    { content: nested },
    { content: [null, 3, { type: "image" }, { type: "image", image: "javascript:alert(1)" }] },
    {
      content: [
        { type: "image", image: "file:///etc/passwd" },
        { type: "image", image: {} },
      ],
    },
    { content: [{ type: "image", image: "data:image/png,raw" }] },
  ];
  expect(imagesInMessages(messages)).toEqual([]);
});

test("images of messages are kept in order, with their message as source", async () => {
  const { memory, images } = testImages();
  const said = await memory.remember({ content: "look", kind: "message" });
  if (said.status === "rejected") throw new Error("rejected");
  const messages = [
    new HumanMessage({
      content: [picture("a"), picture("b"), new Uint8Array([1, 2])].map((data) => ({
        type: "image",
        mimeType: "image/png",
        data,
      })),
    }),
    { role: "user", content: [{ type: "image", image: new URL(address) }] },
  ];
  const sources = [said.record.id];
  const receipts = await images.seeMessages(messages, { source: "chat", thread: "t", sources });
  expect(receipts.map(({ status }) => status)).toEqual(["staged", "staged"]);
  expect(receipts[0]?.record).toMatchObject({ thread: "t", sources });
  const again = await images.seeMessages(messages, { source: "chat" });
  expect(again.map(({ status }) => status)).toEqual(["duplicate", "duplicate"]);
});

test("images behind addresses are loaded by the host's fetch only, up to a size", async () => {
  const asked: unknown[] = [];
  const bodies = [picture("a cat"), picture("x".repeat(2_000)), undefined];
  const fetch: typeof globalThis.fetch = async (given) => {
    asked.push(given);
    const body = bodies.shift();
    return body ? new Response(Uint8Array.from(body)) : new Response("no", { status: 404 });
  };
  const { images } = testImages({ fetch, maxBytes: 1_000 });
  const content = [1, 2, 3].map((number) => ({
    type: "image",
    image: new URL(`${address}?${number}`),
  }));
  const receipts = await images.seeMessages([{ role: "user", content }], { source: "chat" });
  expect(asked).toEqual([1, 2, 3].map((number) => `${address}?${number}`));
  expect(receipts).toMatchObject([
    { status: "staged", record: { metadata: { uri: `${address}?1` } } },
  ]);
});
