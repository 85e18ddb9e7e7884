/** Facts in a file about its image, read without decoding it. */
export interface ImageHeader {
  /** Type such as `image/png`. */
  readonly mediaType: string;
  /** Stored width, before the orientation; 0 for types of which only a decoder knows it. */
  readonly width: number;
  /** Stored height, before the orientation; 0 for types of which only a decoder knows it. */
  readonly height: number;
  /** EXIF data: a TIFF header and its directories. */
  readonly exif?: Uint8Array;
}

/** Returns the header of a file; `undefined` if it is no image, or ends in its header. */
export function readHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (startsWith(bytes, 0, "\x89PNG\r\n\x1a\n")) return readPng(bytes, view);
    if (startsWith(bytes, 0, "\xff\xd8\xff")) return readJpeg(bytes, view);
    if (startsWith(bytes, 0, "RIFF") && startsWith(bytes, 8, "WEBP")) return readWebp(bytes, view);
    if (startsWith(bytes, 0, "GIF87a") || startsWith(bytes, 0, "GIF89a")) {
      const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)];
      return { mediaType: "image/gif", width, height };
    }
    const other = OTHERS.find(({ at, text }) => startsWith(bytes, at, text));
    return other && { mediaType: other.mediaType, width: 0, height: 0 };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Types that only `sharp` decodes. */
const OTHERS = [
  { at: 0, text: "II*\0", mediaType: "image/tiff" },
  { at: 0, text: "MM\0*", mediaType: "image/tiff" },
  { at: 4, text: "ftypavif", mediaType: "image/avif" },
] as const;

/** Markers among those of frames that are none: tables, extensions, conditions of coding. */
const NO_JPEG_FRAMES = /* @__PURE__ */ new Set([0xc4, 0xc8, 0xcc]);

function readPng(bytes: Uint8Array, view: DataView): ImageHeader | undefined {
  if (!startsWith(bytes, 12, "IHDR")) return undefined;
  const header = {
    mediaType: "image/png",
    width: view.getUint32(16),
    height: view.getUint32(20),
  };
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    if (startsWith(bytes, at + 4, "eXIf")) {
      return { ...header, exif: bytes.subarray(at + 8, at + 8 + view.getUint32(at)) };
    }
  }
  return header;
}

function readJpeg(bytes: Uint8Array, view: DataView): ImageHeader | undefined {
  let exif: Uint8Array | undefined;
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff || marker === 0xda) return undefined;
    const hasLength = marker !== 0xff && (marker < 0xd0 || marker > 0xd9) && marker !== 0x01;
    if (marker >= 0xc0 && marker <= 0xcf && !NO_JPEG_FRAMES.has(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      return { mediaType: "image/jpeg", width, height, ...(exif && { exif }) };
    }
    const length = hasLength ? view.getUint16(at + 2) : 0;
    if (marker === 0xe1 && startsWith(bytes, at + 4, "Exif\0\0")) {
      exif ??= bytes.subarray(at + 10, at + 2 + length);
    }
    // A fill byte stands before the marker itself.
    at += marker === 0xff ? 1 : 2 + length;
  }
  return undefined;
}

function readWebp(bytes: Uint8Array, view: DataView): ImageHeader | undefined {
  let exif: Uint8Array | undefined;
  let size: { readonly width: number; readonly height: number } | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true);
    if (startsWith(bytes, at, "EXIF")) exif ??= bytes.subarray(at + 8, at + 8 + length);
    size ??= webpSize(bytes, view, at);
    at += 8 + length + (length % 2);
  }
  return size && { mediaType: "image/webp", ...size, ...(exif && { exif }) };
}

/** Returns the size that the chunk at a place has. */
function webpSize(
  bytes: Uint8Array,
  view: DataView,
  at: number,
): { readonly width: number; readonly height: number } | undefined {
  if (startsWith(bytes, at, "VP8X")) {
    const width = 1 + view.getUint16(at + 12, true) + view.getUint8(at + 14) * 65_536;
    const height = 1 + view.getUint16(at + 15, true) + view.getUint8(at + 17) * 65_536;
    return { width, height };
  }
  if (startsWith(bytes, at, "VP8L") && view.getUint8(at + 8) === 0x2f) {
    const bits = view.getUint32(at + 9, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (startsWith(bytes, at, "VP8 ") && startsWith(bytes, at + 11, "\x9d\x01\x2a")) {
    return {
      width: view.getUint16(at + 14, true) & 0x3fff,
      height: view.getUint16(at + 16, true) & 0x3fff,
    };
  }
  return undefined;
}

function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
