import { MemoryError } from "@kioku/core";
import { invalidInput, resolveNumbers } from "@kioku/core/toolkit";

import type { DecodedImage, DecodeOptions, GreyImage, ImageDecoder } from "../api/images.js";
import { INSTALLED_CODECS, type Codec, type Codecs } from "./codecs.js";
import { greyPixels, turned } from "./grey-pixels.js";
import { readExif, type Exif } from "./read-exif.js";
import { readHeader, type ImageHeader } from "./read-header.js";

const LIMITS = {
  maxBytes: { usual: 33_554_432, min: 1, integer: true },
  maxPixels: { usual: 67_108_864, min: 1, integer: true },
};

/**
 * Decodes a PNG, JPEG or WebP file, and with `sharp` also GIF, TIFF and AVIF. `sharp` comes first,
 * `@jsquash/png`, `/jpeg` and `/webp` (WebAssembly) where it is not installed. The result is turned
 * as its EXIF data says. A time in it without an offset counts as UTC.
 *
 * @throws `invalid-input` for what is no image, is damaged or beyond the limits, and if no decoder
 *   is installed
 */
export function decodeImage(bytes: Uint8Array, options: DecodeOptions = {}): Promise<DecodedImage> {
  return decoderOf(INSTALLED_CODECS)(bytes, options);
}

/** Returns a decoder that loads its packages in another way. */
export function decoderOf(codecs: Codecs): ImageDecoder {
  return async (bytes, options = {}) => {
    const { maxBytes, maxPixels } = resolveNumbers("options", options, LIMITS);
    if (!(bytes instanceof Uint8Array)) throw invalidInput("image", "a Uint8Array", bytes);
    if (bytes.length > maxBytes) {
      throw invalidInput("image", `at most ${maxBytes} bytes`, bytes.length);
    }
    const header = readHeader(bytes);
    if (!header) throw invalidInput("image", "a PNG, JPEG or WebP file that is whole");
    const { width, height, mediaType } = header;
    if (width * height > maxPixels) {
      throw invalidInput("image", `at most ${maxPixels} pixels`, width * height);
    }
    const exif: Exif = header.exif ? readExif(header.exif) : { orientation: 1 };
    const codec = await loadCodec(codecs, mediaType);
    const stored = await decodePixels(codec, bytes, { header, maxPixels });
    const grey = codec.turns ? stored : turned(stored, exif.orientation);
    return { mediaType, grey, ...(exif.takenAt && { takenAt: exif.takenAt }) };
  };
}

/** Returns the decoder of a media type. */
async function loadCodec({ sharp, byType }: Codecs, mediaType: string): Promise<Codec> {
  const own = byType[mediaType];
  const name = mediaType.replace("image", "@jsquash");
  try {
    return await sharp();
  } catch (cause) {
    if (!own) throw missing(`${mediaType} files need the package sharp`, "sharp", cause);
  }
  try {
    return await own();
  } catch (cause) {
    const what = `images need the package sharp or ${name}`;
    throw missing(what, `sharp (or ${name})`, cause);
  }
}

function missing(what: string, packages: string, cause: unknown): MemoryError {
  const message = `${what}, which cannot be loaded. Run: npm install ${packages}`;
  return new MemoryError("invalid-input", message, { cause });
}

async function decodePixels(
  codec: Codec,
  bytes: Uint8Array,
  { header, maxPixels }: { readonly header: ImageHeader; readonly maxPixels: number },
): Promise<GreyImage> {
  try {
    const raw = await codec.decode(new Uint8Array(bytes), maxPixels);
    return greyPixels(raw);
  } catch (cause) {
    const message = `the ${header.mediaType} file is damaged or of a kind that cannot be decoded`;
    throw new MemoryError("invalid-input", message, { cause });
  }
}
