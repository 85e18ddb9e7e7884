import { seededRandom } from "@kioku/testing/support";
import sharp from "sharp";

/** Types of files that both decoders know. */
export const TYPES = ["png", "jpeg", "webp"] as const;

/** EXIF data as `sharp` writes it. */
export interface FileExif {
  readonly orientation?: number;
  readonly time?: string;
  readonly offset?: string;
}

/** Encodes 40 x 30 soft pixels in colour. */
export async function imageFile(
  type: (typeof TYPES)[number],
  exif: FileExif = {},
): Promise<Uint8Array> {
  const [width, height] = [40, 30];
  const pixels = Uint8Array.from({ length: width * height * 3 }, (_, index) => {
    const [x, y] = [Math.floor(index / 3) % width, Math.floor(index / 3 / width)];
    return [x * 6, y * 8, (x + y) * 3][index % 3] ?? 0;
  });
  const { orientation, time, offset } = exif;
  const image = sharp(pixels, { raw: { width, height, channels: 3 } });
  if (time !== undefined) {
    image.withExif({
      IFD2: { DateTimeOriginal: time, ...(offset !== undefined && { OffsetTimeOriginal: offset }) },
    });
  }
  if (orientation !== undefined) image.withMetadata({ orientation });
  return new Uint8Array(await image[type]({ quality: 90 }).toBuffer());
}

/** Returns copies of a file of which bytes were changed, or the end was cut off. */
export function damagedFiles(file: Uint8Array, count: number, seed: number): Uint8Array[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    if (index % 4 === 0) return file.slice(0, Math.floor(random() * file.length));
    const copy = file.slice();
    // Half of the changes are in the header.
    const reach = index % 2 === 0 ? copy.length : Math.min(64, copy.length);
    for (let change = 0; change <= index % 5; change += 1) {
      copy[Math.floor(random() * reach)] = Math.floor(random() * 256);
    }
    return copy;
  });
}
