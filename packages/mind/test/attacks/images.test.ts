import { expect, test } from "vitest";

import { sha256Hex } from "../../src/images/blobs/checked-blobs.js";
import { decodeImage } from "../../src/images/decode/decode-image.js";
import { imagesInMessages } from "../../src/images/messages/images-in-messages.js";
import { imageFile } from "../images/support/image-files.js";
import { pictureDecoder, picture, testImages, visionModel } from "../images/support/image-test.js";

const YEAR_MS = 365 * 86_400_000;
const STATE = { index: false, kind: "image-state" } as const;

test("an image that is seen again brings back a file that was lost", async () => {
  const { images, blobs } = testImages();
  const image = { data: picture("a cat"), source: "screen" };
  const { record } = await images.see(image);
  await images.caption();
  blobs.objects.clear();
  expect(await images.see(image)).toMatchObject({ status: "duplicate" });
  expect(await images.bytes(record.id)).toEqual(image.data);
});

test.each(["before", "after"])("erasing %s a file is written leaves no file", async (when) => {
  const { memory, images, blobs } = testImages();
  const put = blobs.put.bind(blobs);
  const erasing: typeof put = async (...file) => {
    if (when === "after") await put(...file);
    for (const { id } of (await memory.list({ kinds: ["image"] })).items) await memory.erase(id);
    if (when === "before") await put(...file);
  };
  Object.assign(blobs, { put: erasing });
  await images.see({ data: picture("a secret"), source: "screen" });
  expect(blobs.objects.size).toBe(0);
  expect((await memory.list({ includeRetired: true })).items).toEqual([]);
});

test("records with forged names of files hold up no others", async () => {
  const { memory, images, timers } = testImages();
  const forged = { kind: "image", content: "forged", origin: "tool", index: false } as const;
  for (const [index, sha256] of ["../../etc/passwd", "", 5].entries()) {
    const metadata = { state: "staged", source: "screen", sha256 };
    await memory.remember({ ...forged, key: `images/forged/${index}`, metadata });
  }
  await images.see({ data: picture("a kite"), source: "screen" });
  timers.advance(3_600_000);
  expect(await images.caption()).toMatchObject({ captioned: 4, waiting: 0 });
  expect(await images.find({ query: "kite" })).toHaveLength(1);
});

test("a file that cannot be read waits, and holds up no others", async () => {
  const { images, blobs } = testImages();
  for (const shows of ["one", "two", "three"]) {
    await images.see({ data: picture(shows), source: "screen" });
  }
  const get = blobs.get.bind(blobs);
  const failing: typeof get = async (name) => {
    if (name === sha256Hex(picture("two"))) throw new Error("broken disk");
    return get(name);
  };
  Object.assign(blobs, { get: failing });
  expect(await images.caption()).toMatchObject({ captioned: 2, waiting: 1, failed: 1 });
  expect(await images.caption()).toMatchObject({ captioned: 0, waiting: 1, failed: 1 });
  expect((await images.stats()).failure).toBe("store of files failed");
  Object.assign(blobs, { get });
  expect(await images.caption()).toMatchObject({ captioned: 1, waiting: 0, failed: 0 });
});

test("states that a wrong clock wrote hold up nothing", async () => {
  const { memory, images, timers } = testImages();
  const until = timers.clock().getTime() + YEAR_MS;
  await memory.set("images/lease", { owner: "other", until }, STATE);
  await memory.set("images/collecting", { owner: "other", until, names: [] }, STATE);
  const { record } = await images.see({ data: picture("a kite"), source: "screen" });
  expect(await images.caption()).toMatchObject({ captioned: 1 });
  await memory.forget(record.id);
  expect(await images.sweep()).toBe(0);
});

test("an answer that counts images from 0 describes none of them wrongly", async () => {
  const texts = ["zero", "one", "two"];
  const captions = texts.map((text, image) => ({ image, text }));
  const { images } = testImages({ model: visionModel(() => JSON.stringify({ captions })) });
  for (const shows of texts) await images.see({ data: picture(shows), source: "screen" });
  expect(await images.caption()).toMatchObject({ captioned: 0, waiting: 3 });
});

async function loadOrFail(address: unknown): Promise<Response> {
  if (String(address).includes("nowhere")) throw new TypeError("fetch failed");
  return new Response(Buffer.from(picture("a kite")));
}

test("an address that cannot be loaded holds up no conversation", async () => {
  const { images } = testImages({ fetch: loadOrFail });
  const parts = ["https://nowhere.test/a.png", "https://images.test/b.png"].map((image) => {
    return { type: "image", image };
  });
  const messages = [{ role: "user", content: parts }];
  expect(await images.seeMessages(messages, { source: "chat" })).toHaveLength(1);
});

test("the greatest size of files is the decoder's, too", async () => {
  const limits: unknown[] = [];
  const decoder: typeof pictureDecoder = async (bytes, options) => {
    limits.push(options?.maxBytes);
    return pictureDecoder(bytes);
  };
  const { images } = testImages({ maxBytes: 50_000_000, decoder });
  await images.see({ data: picture("a kite"), source: "screen" });
  expect(limits).toEqual([50_000_000]);
});

test("after an abort of a store that hangs the next image of the source is kept", async () => {
  const { images, blobs } = testImages();
  const put = blobs.put.bind(blobs);
  const stop = new AbortController();
  Object.assign(blobs, {
    put: async () => {
      stop.abort(new Error("enough"));
      await new Promise<never>(() => undefined);
    },
  });
  const hanging = images.see({ data: picture("one"), source: "screen" }, { signal: stop.signal });
  await expect(hanging).rejects.toThrow("enough");
  Object.assign(blobs, { put });
  const next = await images.see({ data: picture("two"), source: "screen" });
  expect(next.status).toBe("staged");
});

test("images of Google's parts, and base64 in lines, are images of messages", () => {
  const data = Buffer.from("a file of some length").toString("base64");
  const lines = `data:image/png;base64,${data.slice(0, 8)}\r\n${data.slice(8)}`;
  for (const part of [
    { inlineData: { mimeType: "image/png", data } },
    { type: "image", image: lines },
  ]) {
    const found = imagesInMessages([{ role: "user", content: [part] }]);
    expect(found.map((one) => Buffer.from(one.data ?? []).toString("base64"))).toEqual([data]);
  }
});

test.each(["0001:01:01 00:00:00", "2026:03:01 10:61:00", "2026:13:01 10:00:00"])(
  "%s is no time of EXIF data",
  async (time) => {
    expect((await decodeImage(await imageFile("jpeg", { time }))).takenAt).toBeUndefined();
  },
);

test("an offset of EXIF data that is none counts for nothing", async () => {
  const file = await imageFile("jpeg", { time: "2026:03:01 10:00:00", offset: "-99:99" });
  expect((await decodeImage(file)).takenAt).toEqual(new Date("2026-03-01T10:00:00Z"));
});

test("an option of messages that does not exist is refused", async () => {
  const { images } = testImages();
  const options = { source: "chat", threads: "a" };
  await expect(images.seeMessages([], options)).rejects.toMatchObject({ code: "invalid-input" });
});
