import { hash } from "node:crypto";

import {
  inMemoryStore,
  MemoryError,
  type MemoryRoot,
  type MemoryStore,
  type TextModel,
  type TextRequest,
} from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { testMemory, VirtualTimers } from "@kioku/testing/support";

import type { BlobStore, ImageDecoder, Images } from "../../../src/images/api/images.js";
import type { ImageMemoryOptions } from "../../../src/images/api/options.js";
import { imageMemory } from "../../../src/images/view/image-memory.js";

const HEAD = "picture:";

/** Makes a file that shows something; files with other noise show the same. */
export function picture(shows: string, noise = ""): Uint8Array {
  return new TextEncoder().encode(`${HEAD}${shows}\n${noise}`);
}

/** Returns what a file of `picture` shows. */
export function shownBy(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).slice(HEAD.length).split("\n")[0] ?? "";
}

/** Decodes files of `picture`. "at 2026-…" in one is the time of its EXIF data. */
export const pictureDecoder: ImageDecoder = async (bytes) => {
  if (!new TextDecoder().decode(bytes).startsWith(HEAD)) {
    throw new MemoryError("invalid-input", "image is no picture");
  }
  const shows = shownBy(bytes);
  const pixels = new Uint8Array(Buffer.from(hash("sha256", shows, "hex"), "hex").subarray(0, 16));
  const [, taken] = /at (\S+)/u.exec(shows) ?? [];
  return {
    mediaType: "image/png",
    grey: { width: 4, height: 4, pixels },
    ...(taken === undefined ? {} : { takenAt: new Date(taken) }),
  };
};

/** Holds images for new that are not the same. */
export const sameFilter = {
  name: "same",
  isChanged: (
    before: { readonly pixels: Uint8Array },
    after: { readonly pixels: Uint8Array },
  ): boolean => Buffer.compare(before.pixels, after.pixels) !== 0,
};

/** A model that says what pictures show, and its requests. */
export interface VisionModel extends TextModel {
  readonly requests: readonly TextRequest[];
  /** Answers the next questions instead; throws errors. */
  readonly answers: (string | Error)[];
}

/** Makes one. With `answer` it says that instead. */
export function visionModel(answer: (request: TextRequest) => string = answerOf): VisionModel {
  const requests: TextRequest[] = [];
  const answers: (string | Error)[] = [];
  return {
    id: "vision",
    takesImages: true,
    requests,
    answers,
    generate: async (request) => {
      requests.push(request);
      const next = answers.shift() ?? answer(request);
      if (next instanceof Error) throw next;
      return { text: next, isComplete: true, inputTokens: 10, outputTokens: 5 };
    },
  };
}

/** Says what each picture of a request shows. */
export function answerOf({ images = [] }: TextRequest): string {
  const captions = images.map(({ data }, index) => ({ image: index + 1, text: shownBy(data) }));
  return JSON.stringify({ captions });
}

/** Files as a client of S3 would keep them. */
export interface BucketBlobs extends BlobStore {
  readonly objects: Map<string, Uint8Array>;
  /** Errors of the next puts. */
  readonly failures: Error[];
}

/** Makes a bucket whose listings have pages of two. */
export function bucketBlobs(): BucketBlobs {
  const objects = new Map<string, Uint8Array>();
  const failures: Error[] = [];
  return {
    objects,
    failures,
    put: async (name, bytes) => {
      const failure = failures.shift();
      if (failure) throw failure;
      objects.set(name, Uint8Array.from(bytes));
    },
    get: async (name) => objects.get(name),
    delete: async (name) => {
      objects.delete(name);
    },
    async *list() {
      const names = [...objects.keys()];
      for (let start = 0; start < names.length; start += 2) yield names.slice(start, start + 2);
    },
  };
}

/** A memory of images and what it is made of. */
export interface TestImages {
  readonly memory: MemoryRoot & { readonly images: Images };
  readonly images: Images;
  readonly timers: VirtualTimers;
  readonly blobs: BucketBlobs;
  readonly model: VisionModel;
}

/** Stores that the tests run on. */
export const STORES = ["memory", "sqlite"] as const;

/** Makes a store of a kind. */
export function storeOf(kind: (typeof STORES)[number]): MemoryStore {
  return kind === "memory" ? inMemoryStore() : sqliteStore({ path: ":memory:" });
}

/** Makes a memory of images that starts nothing by itself. */
export function testImages(
  options: Partial<ImageMemoryOptions> & {
    readonly store?: MemoryStore;
    readonly memory?: Partial<Parameters<typeof testMemory>[0]>;
    readonly blobs?: BucketBlobs;
    readonly model?: VisionModel;
    readonly timers?: VirtualTimers;
  } = {},
): TestImages {
  const { store = inMemoryStore(), memory: own, timers: given, ...rest } = options;
  const timers = given ?? new VirtualTimers(new Date("2026-03-10T12:00:00Z"));
  const { clock, schedule } = timers;
  const blobs = options.blobs ?? bucketBlobs();
  const model = options.model ?? visionModel();
  const plugin = imageMemory({
    decoder: pictureDecoder,
    filter: sameFilter,
    automatic: false,
    clock,
    schedule,
    ...rest,
    blobs,
    model,
  });
  const plugins = [...(own?.plugins ?? []), plugin] as const;
  const { memory } = testMemory({ ...own, store, clock, plugins });
  return { memory, images: memory.images, timers, blobs, model };
}
