import { MemoryError } from "@kioku/core";
import { rejection } from "@kioku/testing/support";
import sharp from "sharp";
import { expect, test } from "vitest";

import { INSTALLED_CODECS } from "../../../src/images/decode/codecs.js";
import { decodeImage, decoderOf } from "../../../src/images/decode/decode-image.js";
import { damagedFiles, imageFile, TYPES } from "../support/image-files.js";

/** Damaged files of each type. */
const DAMAGED = process.env["KIOKU_TEST_SIZE"] === "full" ? 70 : 25;
const missing = (): Promise<never> => Promise.reject(new Error("not installed"));

/** Decodes where `sharp` is not installed. */
const decodeByWasm = decoderOf({ ...INSTALLED_CODECS, sharp: missing });
const DECODERS = [decodeImage, decodeByWasm];

/** Returns the greatest difference of two images of one size. */
function distance(first: Uint8Array, second: Uint8Array): number {
  expect(first).toHaveLength(second.length);
  return first.reduce((most, pixel, at) => Math.max(most, Math.abs(pixel - (second[at] ?? 0))), 0);
}

test.for(TYPES)("%s files are decoded alike with sharp and without it", async (type) => {
  const file = await imageFile(type);
  const [first, second] = [await decodeImage(file), await decodeByWasm(file)];
  expect(first.mediaType).toBe(`image/${type}`);
  expect(second).toMatchObject({ mediaType: `image/${type}`, grey: { width: 40, height: 30 } });
  expect(distance(first.grey.pixels, second.grey.pixels)).toBeLessThanOrEqual(2);
});

test("grey is by BT.601, and what is transparent is on white", async () => {
  const pixels = Buffer.from([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0]);
  const file = await sharp(pixels, { raw: { width: 4, height: 1, channels: 4 } })
    .png()
    .toBuffer();
  for (const decode of DECODERS) {
    expect([...(await decode(file)).grey.pixels]).toEqual([77, 149, 29, 255]);
  }
});

test("files in grey, with 16 bits and with a palette are decoded alike", async () => {
  const source = sharp(await imageFile("png"));
  const files = await Promise.all([
    source.clone().greyscale().png().toBuffer(),
    source.clone().toColourspace("rgb16").png().toBuffer(),
    source.clone().png({ palette: true }).toBuffer(),
    source.clone().greyscale().jpeg().toBuffer(),
    source.clone().webp({ lossless: true }).toBuffer(),
  ]);
  for (const file of files) {
    const [first, second] = [await decodeImage(file), await decodeByWasm(file)];
    expect(distance(first.grey.pixels, second.grey.pixels)).toBeLessThanOrEqual(2);
  }
});

test("a view into a larger buffer is decoded", async () => {
  const file = await imageFile("png");
  const padded = new Uint8Array(file.length + 20);
  padded.set(file, 7);
  for (const decode of DECODERS) {
    const { grey } = await decode(padded.subarray(7, 7 + file.length));
    expect(grey.pixels).toHaveLength(1_200);
  }
});

test.for(TYPES)("%s files are turned as their EXIF data says", async (type) => {
  for (let orientation = 1; orientation <= 8; orientation += 1) {
    const file = await imageFile(type, { orientation });
    const [first, second] = [await decodeImage(file), await decodeByWasm(file)];
    expect(first.grey.width).toBe(orientation >= 5 ? 30 : 40);
    expect(second.grey.width).toBe(first.grey.width);
    expect(distance(first.grey.pixels, second.grey.pixels)).toBeLessThanOrEqual(2);
  }
});

test.for(TYPES)("%s files tell when they were taken", async (type) => {
  const time = "2026:03:01 23:30:05";
  const cases = [
    [{ time, offset: "+02:00" }, "2026-03-01T21:30:05.000Z"],
    [{ time, offset: "-05:30" }, "2026-03-02T05:00:05.000Z"],
    [{ time }, "2026-03-01T23:30:05.000Z"],
    [{ time, offset: "home" }, "2026-03-01T23:30:05.000Z"],
    [{ time: "0000:00:00 00:00:00" }, undefined],
    [{ time: "2026:02:31 10:00:00" }, undefined],
    [{ time: "2026-03-01T10:00:00" }, undefined],
    [{}, undefined],
  ] as const;
  for (const [exif, expected] of cases) {
    const { takenAt } = await decodeByWasm(await imageFile(type, exif));
    expect(takenAt?.toISOString()).toBe(expected);
  }
});

test("limits hold before a pixel is decoded", async () => {
  const codec = { turns: true, decode: () => Promise.reject(new Error("decoded")) };
  const decode = decoderOf({ sharp: () => Promise.resolve(codec), byType: {} });
  const file = await imageFile("png");
  const error = await rejection(() => decode(file, { maxPixels: 1_199 }));
  expect(error).toMatchObject({
    code: "invalid-input",
    message: "image must be at most 1199 pixels, got 1200",
  });
  expect(await rejection(() => decode(file, { maxBytes: 20 }))).toMatchObject({
    code: "invalid-input",
  });
  const bomb = file.slice();
  new DataView(bomb.buffer).setUint32(16, 100_000);
  new DataView(bomb.buffer).setUint32(20, 100_000);
  expect(await rejection(() => decode(bomb))).toMatchObject({
    message: "image must be at most 67108864 pixels, got 10000000000",
  });
});

test("limits hold for types whose header only sharp reads", async () => {
  const file = await sharp(await imageFile("png"))
    .tiff()
    .toBuffer();
  expect((await decodeImage(file)).mediaType).toBe("image/tiff");
  const error = await rejection(() => decodeImage(file, { maxPixels: 1_000 }));
  expect(error).toMatchObject({ code: "invalid-input" });
});

test("what is no image is refused", async () => {
  const texts = ["", "hello", "<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.7", "\x89PNG"];
  for (const text of texts) {
    const error = await rejection(() => decodeImage(new TextEncoder().encode(text)));
    expect(error).toMatchObject({ code: "invalid-input" });
  }
  const wrong = "not bytes" as unknown as Uint8Array;
  expect(await rejection(() => decodeImage(wrong))).toMatchObject({ code: "invalid-input" });
  const options = { maxBites: 1 } as object;
  const file = await imageFile("png");
  expect(await rejection(() => decodeImage(file, options))).toMatchObject({
    code: "invalid-input",
  });
});

test("without a decoder the error says what to install", async () => {
  const byType = { "image/png": missing };
  const decode = decoderOf({ sharp: missing, byType });
  expect(await rejection(async () => decode(await imageFile("png")))).toMatchObject({
    code: "invalid-input",
    message:
      "images need the package sharp or @jsquash/png, which cannot be loaded. Run: npm install sharp (or @jsquash/png)",
  });
  const gif = await sharp(await imageFile("png"))
    .gif()
    .toBuffer();
  expect((await decodeImage(gif)).grey.pixels).toHaveLength(1_200);
  expect(await rejection(() => decode(gif))).toMatchObject({
    message:
      "image/gif files need the package sharp, which cannot be loaded. Run: npm install sharp",
  });
});

test.for(TYPES)("damaged %s files are decoded or refused, and harm no other", async (type) => {
  const file = await imageFile(type, { time: "2026:03:01 23:30:05", offset: "+02:00" });
  const whole = await decodeImage(file);
  for (const decode of DECODERS) {
    let refused = 0;
    for (const damaged of damagedFiles(file, DAMAGED, 29)) {
      try {
        const { grey } = await decode(damaged, { maxPixels: 1_000_000 });
        expect(grey.pixels).toHaveLength(grey.width * grey.height);
      } catch (error) {
        if (!MemoryError.is(error, "invalid-input")) throw error;
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(10);
    const again = await decode(file);
    expect(again.takenAt).toEqual(whole.takenAt);
    expect(distance(again.grey.pixels, whole.grey.pixels)).toBeLessThanOrEqual(2);
  }
});
