import { createHash } from "node:crypto";

import { createMemory } from "@kioku/core";
import type { MemoryRoot, MemoryStore, TextModel } from "@kioku/core";
import { folderBlobs, imageMemory } from "@kioku/mind/images";
import type { BlobStore, ImageDecoder, Images } from "@kioku/mind/images";
import { sqliteStore } from "@kioku/store-sqlite";

import { shownBy } from "./image-plan.ts";

/** Files that several lives share. */
export interface SharedFiles {
  readonly path: string;
  readonly folder: string;
  readonly leaseMs: number;
}

/** A memory of images on shared files. */
export interface WatchedMemory {
  readonly memory: MemoryRoot & { readonly images: Images };
  readonly store: MemoryStore;
}

/** Parts of a memory that a life stands between. */
interface Between {
  readonly store?: ((inner: MemoryStore) => MemoryStore) | undefined;
  readonly blobs?: ((inner: BlobStore) => BlobStore) | undefined;
  readonly model?: ((inner: TextModel) => TextModel) | undefined;
  readonly clock?: (() => Date) | undefined;
}

/** Opens a memory of images that captions only when it is told to. */
export function watchedMemory(files: SharedFiles, between: Between = {}): WatchedMemory {
  const { path, folder, leaseMs } = files;
  const { clock = () => new Date() } = between;
  const store = sqliteStore({ path });
  const blobs = folderBlobs(folder, { clock });
  const plugin = imageMemory({
    blobs: between.blobs?.(blobs) ?? blobs,
    model: between.model?.(scriptedEyes) ?? scriptedEyes,
    decoder: scriptedDecoder,
    automatic: false,
    leaseMs,
    clock,
  });
  const memory = createMemory({ store: between.store?.(store) ?? store, plugins: [plugin], clock });
  return { memory, store };
}

/** Says what each image shows, and whether they came in the order of time. */
const scriptedEyes: TextModel = {
  id: "scripted",
  takesImages: true,
  generate: async ({ prompt, images = [] }) => {
    const times = [...prompt.matchAll(/seen at (\S+),/gu)].map(([, time = ""]) => time);
    const isOrdered = times.join() === times.toSorted().join() && times.length === images.length;
    const captions = images.map(({ data }, index) => ({
      image: index + 1,
      text: captionOf(shownBy(data), isOrdered),
    }));
    return { text: JSON.stringify({ captions }), isComplete: true };
  },
};

/** Returns the caption of what an image shows. */
export function captionOf(shows: string, isOrdered = true): string {
  return `${isOrdered ? "" : "OUT OF ORDER: "}a picture of ${shows}`;
}

/** Makes pixels of a hash, so that all images differ. */
const scriptedDecoder: ImageDecoder = async (data) => {
  const digest = createHash("sha256").update(data).digest();
  const pixels = Uint8Array.from({ length: 32 * 32 }, (_, index) => digest[index % 32] ?? 0);
  return { mediaType: "image/png", grey: { width: 32, height: 32, pixels } };
};
