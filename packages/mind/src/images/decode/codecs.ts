import type * as JpegCodec from "@jsquash/jpeg/decode.js";
import type * as PngCodec from "@jsquash/png/decode.js";
import type * as WebpCodec from "@jsquash/webp/decode.js";
import type Sharp from "sharp";

import type { RawPixels } from "./grey-pixels.js";

/** A package that decodes. */
export interface Codec {
  /** True if it turns images as their EXIF data says. */
  readonly turns: boolean;
  /** Decodes a file; throws anything on one that is damaged. */
  decode(bytes: Uint8Array<ArrayBuffer>, maxPixels: number): Promise<RawPixels>;
}

/** Optional packages, each loaded when it is needed. A loader rejects if its package is missing. */
export interface Codecs {
  /** Decoder of all types, which is tried first. */
  readonly sharp: () => Promise<Codec>;
  /** Decoders by media type. */
  readonly byType: Readonly<Record<string, () => Promise<Codec>>>;
}

/** Loads what is installed. */
export const INSTALLED_CODECS: Codecs = {
  sharp: async () => sharpCodec((await import("sharp")).default),
  byType: {
    "image/png": async () => pngCodec(await import("@jsquash/png/decode.js")),
    "image/jpeg": async () =>
      jsquashCodec(
        await import("@jsquash/jpeg/decode.js"),
        "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm",
      ),
    "image/webp": async () =>
      jsquashCodec(
        await import("@jsquash/webp/decode.js"),
        "@jsquash/webp/codec/dec/webp_dec.wasm",
      ),
  },
};

/** Makes a codec of `sharp`, which runs in threads of its own. */
function sharpCodec(sharp: typeof Sharp): Codec {
  return {
    turns: true,
    async decode(bytes, maxPixels) {
      const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" })
        .autoOrient()
        .toColourspace("srgb")
        .raw({ depth: "uchar" })
        .toBuffer({ resolveWithObject: true });
      return { width: info.width, height: info.height, channels: info.channels, data };
    },
  };
}

/** Makes a codec of `@jsquash/png`. */
function pngCodec({ decode, init }: typeof PngCodec): Codec {
  return codecOf(async (bytes) => {
    await init(await readInNode("@jsquash/png/codec/pkg/squoosh_png_bg.wasm"));
    return decode(bytes) as Promise<unknown>;
  });
}

/** Makes a codec of `@jsquash/jpeg` or `@jsquash/webp`, which are made by Emscripten. */
function jsquashCodec(codec: typeof JpegCodec | typeof WebpCodec, file: string): Codec {
  return codecOf(async (bytes) => {
    const wasmBinary = await readInNode(file);
    // Anew, since a damaged file may leave it useless; it would write to the console.
    await codec.init({ print: ignore, printErr: ignore, ...(wasmBinary && { wasmBinary }) });
    return codec.default(bytes) as Promise<unknown>;
  });
}

function codecOf(decode: (bytes: ArrayBuffer) => Promise<unknown>): Codec {
  return {
    turns: false,
    async decode(bytes) {
      const { buffer, byteOffset, byteLength } = bytes;
      const own = buffer.slice(byteOffset, byteOffset + byteLength);
      // In Node there is no type for the ImageData that it resolves to.
      const { width, height, data } = (await decode(own)) as ImagePixels;
      return { width, height, channels: 4, data };
    },
  };
}

/** Pixels as a browser has them. */
interface ImagePixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

function ignore(): void {
  // Nothing is of interest but the failure itself.
}

/** Reads a file of a package in Node, where decoders cannot fetch it themselves. */
async function readInNode(file: string): Promise<ArrayBuffer | undefined> {
  if (typeof process !== "object" || process.versions.node === undefined) return undefined;
  const { readFile } = await import("node:fs/promises");
  const { createRequire } = await import("node:module");
  const bytes = await readFile(createRequire(import.meta.url).resolve(file));
  return new Uint8Array(bytes).buffer;
}
