import { MemoryError, type MemoryPlugin } from "@kioku/core";
import { rejection } from "@kioku/testing/support";
import { describe, expect, test } from "vitest";

import { sha256Hex } from "../../../src/images/blobs/checked-blobs.js";
import { sha256Of } from "../../../src/images/model/image-record.js";
import { bucketBlobs, picture, storeOf, STORES, testImages } from "../support/image-test.js";

describe.each(STORES)("see on %s", (kind) => {
  const start = () => testImages({ store: storeOf(kind) });

  test("stages an image with its file, its source and its time", async () => {
    const { memory, images, blobs } = start();
    const data = picture("a budget");
    const at = new Date("2026-03-09T08:00:00Z");
    const receipt = await images.see({ data, source: "screen", at, uri: "file:///a.png" });
    expect(receipt.status).toBe("staged");
    const { record } = receipt;
    const sha256 = sha256Hex(data);
    expect(record).toMatchObject({ kind: "image", origin: "tool", trust: 0.5, occurredAt: at });
    expect(record.metadata).toMatchObject({ source: "screen", sha256, state: "staged", width: 4 });
    expect(blobs.objects.get(sha256)).toEqual(data);
    expect(await images.bytes(record.id)).toEqual(data);
    expect(await memory.recall("a budget image caption")).toHaveLength(0);
    expect(await images.stats()).toEqual({ captioned: 0, waiting: 1 });
  });

  test("leaves out what is like the last image of its source, and only of its source", async () => {
    const { images } = start();
    const first = await images.see({ data: picture("desk"), source: "screen" });
    const like = await images.see({ data: picture("desk", "noise"), source: "screen" });
    expect(like).toEqual({ status: "unchanged", record: first.record });
    const other = await images.see({ data: picture("desk", "noise"), source: "camera" });
    expect(other.status).toBe("staged");
    const photo = await images.see({
      data: picture("desk", "x"),
      source: "screen",
      filter: false,
    });
    expect(photo.status).toBe("staged");
  });

  test("keeps the same file of a source once, and of another source or scope again", async () => {
    const { images, blobs } = start();
    const data = picture("desk");
    const first = await images.see({ data, source: "screen" });
    await images.see({ data: picture("door"), source: "screen" });
    const again = await images.see({ data, source: "screen" });
    expect(again).toEqual({ status: "duplicate", record: first.record });
    expect((await images.see({ data, source: "camera" })).status).toBe("staged");
    const tenant = images.scope("ana");
    expect((await tenant.see({ data, source: "screen" })).status).toBe("staged");
    expect(blobs.objects.size).toBe(2);
  });

  test("keeps the order of calls of a source that are made at once", async () => {
    const { images } = start();
    const shown = ["a", "a", "b", "b", "a", "c"];
    const receipts = await Promise.all(
      shown.map((shows, index) =>
        images.see({ data: picture(shows, `${index}`), source: "screen" }),
      ),
    );
    const statuses = receipts.map(({ status }) => status);
    expect(statuses).toEqual(["staged", "unchanged", "staged", "unchanged", "staged", "staged"]);
    const ids = receipts.filter(({ status }) => status === "staged").map(({ record }) => record.id);
    expect(ids).toEqual(ids.toSorted());
  });

  test("knows the last image of a source after a restart", async () => {
    const store = storeOf(kind);
    const blobs = bucketBlobs();
    const before = testImages({ store, blobs });
    const first = await before.images.see({ data: picture("desk"), source: "screen" });
    const after = testImages({ store, blobs });
    const like = await after.images.see({ data: picture("desk", "noise"), source: "screen" });
    expect(like).toMatchObject({ status: "unchanged", record: { id: first.record.id } });
  });

  test("compares with the image before, if the last one was forgotten", async () => {
    const { memory, images } = start();
    await images.see({ data: picture("desk"), source: "screen" });
    const { record } = await images.see({ data: picture("door"), source: "screen" });
    await memory.forget(record.id);
    const again = await images.see({ data: picture("door", "x"), source: "screen" });
    expect(again.status).toBe("staged");
    await memory.forget(again.record.id);
    const like = await images.see({ data: picture("desk", "x"), source: "screen" });
    expect(like.status).toBe("unchanged");
  });

  test("takes the time that is given, else that of the EXIF data, else the clock's", async () => {
    const { images, timers } = start();
    const taken = picture("shot at 2025-01-02T03:04:05Z");
    const exif = await images.see({ data: taken, source: "camera" });
    expect(exif.record.occurredAt).toEqual(new Date("2025-01-02T03:04:05Z"));
    const now = await images.see({ data: picture("other"), source: "camera" });
    expect(now.record.occurredAt).toEqual(timers.clock());
  });

  test("rejects if the file cannot be kept, and keeps it when tried again", async () => {
    const { images, blobs } = start();
    blobs.failures.push(new Error("disk is full"));
    const image = { data: picture("desk"), source: "screen" };
    expect(await rejection(() => images.see(image))).toMatchObject({ code: "store-failed" });
    expect(blobs.objects.size).toBe(0);
    await images.see(image);
    expect(blobs.objects.size).toBe(1);
    expect((await images.caption()).captioned).toBe(1);
  });
});

test("the file of the caller may change as soon as it was handed over", async () => {
  const { images, blobs } = testImages();
  const data = picture("desk");
  const seeing = images.see({ data, source: "screen" });
  data.fill(0);
  const { record } = await seeing;
  expect(blobs.objects.get(sha256Of(record))).toEqual(picture("desk"));
});

test("an abort rejects with its reason, and the next image of the source is kept", async () => {
  const { images } = testImages();
  const reason = new Error("stopped");
  const stopped = images.see(
    { data: picture("desk"), source: "screen" },
    { signal: AbortSignal.abort(reason) },
  );
  await expect(stopped).rejects.toBe(reason);
  expect((await images.see({ data: picture("door"), source: "screen" })).status).toBe("staged");
});

test("a plugin's veto is an error, and nothing is left", async () => {
  const veto: MemoryPlugin = {
    id: "no-images",
    hooks: { beforeRemember: ({ kind }) => (kind === "image" ? { veto: "none" } : undefined) },
  };
  const { images, blobs } = testImages({ memory: { plugins: [veto] } });
  const seeing = images.see({ data: picture("desk"), source: "screen" });
  expect(await rejection(() => seeing)).toMatchObject({ code: "rejected-by-plugin" });
  expect(blobs.objects.size).toBe(0);
});

test.each([
  ["no bytes", { data: new Uint8Array(), source: "screen" }],
  ["too many bytes", { data: new Uint8Array(101), source: "screen" }],
  ["no picture", { data: new Uint8Array(10), source: "screen" }],
  ["no source", { data: picture("a"), source: " " }],
  ["a long source", { data: picture("a"), source: "s".repeat(201) }],
  ["no date", { data: picture("a"), source: "s", at: new Date(Number.NaN) }],
  ["an unknown member", { data: picture("a"), source: "s", width: 3 }],
])("refuses an image with %s", async (_, image) => {
  const { images } = testImages({ maxBytes: 100 });
  const error = await rejection(() => images.see(image));
  expect(MemoryError.is(error, "invalid-input")).toBe(true);
});
