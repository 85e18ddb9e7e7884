import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory, inMemoryStore } from "@kioku/core";
import { folderBlobs, imageMemory, tileFilter } from "@kioku/mind/images";
import type { DecodedImage } from "@kioku/mind/images";

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "kioku-images-"));
  const blobs = folderBlobs(folder);
  const grey = { width: 4, height: 4, pixels: new Uint8Array(16) };
  const decoded: DecodedImage = { mediaType: "image/png", grey };
  const images = imageMemory({ blobs, automatic: false, decoder: async () => decoded });
  const memory = createMemory({ store: inMemoryStore(), plugins: [images] });
  const receipt = await memory.images.see({ data: new Uint8Array([1, 2, 3]), source: "camera" });
  assert.equal(receipt.status, "staged");
  const [found] = await memory.images.find({ source: "camera" });
  assert.equal(found?.width, 4);
  assert.equal(tileFilter().isChanged(grey, grey), false);
  await memory.forget({ everything: true });
  assert.equal((await memory.images.find({})).length, 0);
  await memory.close();
  rmSync(folder, { recursive: true, force: true });
}

void main();
