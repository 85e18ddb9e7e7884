import { createMemory, inMemoryStore } from "@kioku/core";
import { describe, expect, test } from "vitest";

import { imageMemory } from "../../../src/images/view/image-memory.js";
import { bucketBlobs, picture, visionModel } from "../support/image-test.js";

const blobs = bucketBlobs();

test.each([
  ["no store of files", {}],
  ["a store of files without a method", { blobs: { ...blobs, list: undefined } }],
  ["a model that takes no images", { blobs, model: { ...visionModel(), takesImages: false } }],
  ["an embedder without a width", { blobs, embedder: { id: "a", embed: async () => [] } }],
  ["a batch of nothing", { blobs, batchSize: 0 }],
  ["an unknown option", { blobs, size: 3 }],
])("refuses %s", (_, options) => {
  expect(() => imageMemory(options as never)).toThrow(
    /imageMemory|blobs|model|embedder|batchSize/u,
  );
});

test("a plugin is of one memory", async () => {
  const plugins = [imageMemory({ blobs })];
  await using memory = createMemory({ store: inMemoryStore(), plugins });
  expect(memory.images).toBeDefined();
  expect(() => createMemory({ store: inMemoryStore(), plugins })).toThrow(/one memory/u);
});

describe("without a decoder of its own", () => {
  test("real files are decoded, compared and kept", async () => {
    const { default: sharp } = await import("sharp");
    const draw = async (text: string): Promise<Uint8Array> => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="white"/><rect x="20" y="20" width="${text.length * 20}" height="30" fill="black"/></svg>`;
      return new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer());
    };
    const plugin = imageMemory({ blobs: bucketBlobs(), automatic: false });
    const memory = createMemory({ store: inMemoryStore(), plugins: [plugin] });
    const { images } = memory;
    const first = await images.see({ data: await draw("one"), source: "screen" });
    expect(first).toMatchObject({
      status: "staged",
      record: { metadata: { mediaType: "image/png", width: 320, height: 200 } },
    });
    const other = await images.see({ data: await draw("another"), source: "screen" });
    expect(other.status).toBe("staged");
    await expect(images.see({ data: picture("none"), source: "s" })).rejects.toMatchObject({
      code: "invalid-input",
    });
    await expect(images.caption()).rejects.toMatchObject({ code: "invalid-input" });
    await memory.close();
  });
});
