import { crc32 } from "node:zlib";

import { invalidInput } from "@kioku/core/toolkit";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
/** Bytes of a chunk beside its data: length, type and checksum. */
const FRAME = 12;

/** Tests if bytes begin like a PNG. */
export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/**
 * Returns the texts of the `tEXt` chunks of a PNG by keyword, of equal ones the first.
 *
 * @throws `invalid-input` for one that is cut or changed.
 */
export function readPngTexts(bytes: Uint8Array): ReadonlyMap<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts = new Map<string, string>();
  let at: number = SIGNATURE.length;
  while (at + FRAME <= bytes.length) {
    const length = view.getUint32(at);
    const end = at + FRAME + length;
    if (end > bytes.length) break;
    const type = latin1(bytes.subarray(at + 4, at + 8));
    if (type === "tEXt") {
      const isWhole = crc32(bytes.subarray(at + 4, end - 4)) === view.getUint32(end - 4);
      if (!isWhole) throw invalidInput("source", "a PNG whose chunks fit their checksums");
      addText(texts, bytes.subarray(at + 8, end - 4));
    }
    if (type === "IEND") return texts;
    at = end;
  }
  throw invalidInput("source", "a PNG that is not cut");
}

function addText(texts: Map<string, string>, data: Uint8Array): void {
  const zero = data.indexOf(0);
  const keyword = latin1(data.subarray(0, Math.max(zero, 0)));
  if (zero > 0 && !texts.has(keyword)) texts.set(keyword, latin1(data.subarray(zero + 1)));
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
