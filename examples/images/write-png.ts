import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Pixels in grey, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([number(data.length), body, number(crc32(body))]);
}

/** Makes a PNG, with texts by keyword inside. */
export function writePng(
  { width, height, grey }: Pixels,
  texts: Readonly<Record<string, string>> = {},
): Uint8Array {
  const header = Buffer.concat([number(width), number(height), Buffer.from([8, 0, 0, 0, 0])]);
  // Each row begins with the number of its filter: 0, none.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows.set(grey.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  const notes = Object.entries(texts).map(([keyword, text]) => {
    return chunk("tEXt", Buffer.from(`${keyword}\0${text}`, "latin1"));
  });
  const parts = [chunk("IHDR", header), ...notes, chunk("IDAT", deflateSync(rows))];
  return Buffer.concat([SIGNATURE, ...parts, chunk("IEND", Buffer.alloc(0))]);
}
