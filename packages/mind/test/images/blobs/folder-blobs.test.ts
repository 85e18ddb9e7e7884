import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { rejection } from "@kioku/testing/support";
import { expect, onTestFinished, test } from "vitest";

import { sha256Hex } from "../../../src/images/blobs/checked-blobs.js";
import { folderBlobs } from "../../../src/images/blobs/folder-blobs.js";
import { picture, testImages } from "../support/image-test.js";

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "kioku-images-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function namesOf(blobs: ReturnType<typeof folderBlobs>): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const page of blobs.list()) names.push(...page);
  return names;
}

const bytes = picture("desk");
const name = sha256Hex(bytes);

test("a file is kept in two levels of folders, read, listed and removed", async () => {
  const path = join(await folder(), "deep", "images");
  const blobs = folderBlobs(path);
  expect(await namesOf(blobs)).toEqual([]);
  expect(await blobs.get(name)).toBeUndefined();
  await Promise.all([blobs.put(name, bytes), blobs.put(name, bytes)]);
  const inner = join(path, name.slice(0, 2), name.slice(2, 4));
  expect(await readdir(inner)).toEqual([name]);
  expect(await blobs.get(name)).toEqual(bytes);
  expect(await namesOf(blobs)).toEqual([name]);
  await blobs.delete(name);
  await blobs.delete(name);
  expect(await namesOf(blobs)).toEqual([]);
});

test("a file that was damaged is written anew", async () => {
  const path = await folder();
  const blobs = folderBlobs(path);
  await blobs.put(name, bytes);
  await writeFile(join(path, name.slice(0, 2), name.slice(2, 4), name), "half");
  await blobs.put(name, bytes);
  expect(await blobs.get(name)).toEqual(bytes);
});

test.each(["", "..", `../${"a".repeat(64)}`, name.toUpperCase(), `${name}/x`, `${name}\0`])(
  "a name that is no hash is refused: %j",
  async (bad) => {
    const blobs = folderBlobs(await folder());
    for (const call of [
      () => blobs.put(bad, bytes),
      () => blobs.get(bad),
      () => blobs.delete(bad),
    ]) {
      expect(await rejection(call)).toMatchObject({ code: "invalid-input" });
    }
  },
);

test("temporary files of dead processes are removed by a listing, young ones are left", async () => {
  const path = await folder();
  const blobs = folderBlobs(path);
  await blobs.put(name, bytes);
  const inner = join(path, name.slice(0, 2), name.slice(2, 4));
  const old = join(inner, `${name}.00000000-0000-4000-8000-000000000000.tmp`);
  const young = join(inner, `${name}.00000000-0000-4000-8000-000000000001.tmp`);
  await writeFile(old, "left over");
  await writeFile(young, "in use");
  await utimes(old, new Date(0), new Date(0));
  expect(await namesOf(blobs)).toEqual([name]);
  expect(await readdir(inner)).toEqual([name, `${name}.00000000-0000-4000-8000-000000000001.tmp`]);
});

test("a folder that cannot be written is store-failed, without its path", async () => {
  const path = await folder();
  await writeFile(join(path, name.slice(0, 2)), "a file in the way");
  const error = await rejection(() => folderBlobs(path).put(name, bytes));
  expect(error).toMatchObject({ code: "store-failed" });
  expect(String(error)).not.toContain(path);
});

test("images are kept in a folder and removed from it", async () => {
  const path = await folder();
  const blobs = folderBlobs(path);
  const { memory, images } = testImages({ blobs: Object.assign(blobs, none) });
  const { record } = await images.see({ data: bytes, source: "screen" });
  const file = join(path, name.slice(0, 2), name.slice(2, 4), name);
  expect(new Uint8Array(await readFile(file))).toEqual(bytes);
  await memory.erase(record.id);
  expect(await readdir(dirname(file))).toEqual([]);
});

/** Members that a folder does not need. */
const none = { objects: new Map<string, Uint8Array>(), failures: [] };

test("a file with other bytes than its name says is an error when it is read", async () => {
  const { images, blobs } = testImages();
  const { record } = await images.see({ data: bytes, source: "screen" });
  blobs.objects.set(name, picture("another"));
  expect(await rejection(() => images.bytes(record.id))).toMatchObject({ code: "store-failed" });
  blobs.objects.delete(name);
  expect(await images.bytes(record.id)).toBeUndefined();
});
