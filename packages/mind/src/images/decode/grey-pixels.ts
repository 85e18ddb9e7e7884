import type { GreyImage } from "../api/images.js";

/** Pixels as decoders give them: `channels` bytes each, row by row. */
export interface RawPixels {
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** 1 (grey), 2 (grey, alpha), 3 (red, green, blue) or 4 (and alpha). */
  readonly channels: number;
  /** Bytes of the pixels. */
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** Returns pixels in grey by the weights of BT.601, with what is transparent on white. */
export function greyPixels({ width, height, channels, data }: RawPixels): GreyImage {
  const pixels = new Uint8Array(width * height);
  const hasColour = channels >= 3;
  const hasAlpha = channels % 2 === 0;
  for (let index = 0, at = 0; index < pixels.length; index += 1, at += channels) {
    const first = data[at] ?? 0;
    const grey = hasColour
      ? (77 * first + 150 * (data[at + 1] ?? 0) + 29 * (data[at + 2] ?? 0) + 128) >> 8
      : first;
    const alpha = hasAlpha ? (data[at + channels - 1] ?? 255) : 255;
    pixels[index] = alpha === 255 ? grey : 255 - Math.round(((255 - grey) * alpha) / 255);
  }
  return { width, height, pixels };
}

/** Returns an image as it is shown, by its EXIF orientation (1 to 8). */
export function turned(image: GreyImage, orientation: number): GreyImage {
  if (orientation === 1) return image;
  const { width, height } = image;
  const isSideways = orientation >= 5;
  const flipsX = [2, 3, 7, 8].includes(orientation);
  const flipsY = [3, 4, 6, 7].includes(orientation);
  const [shownWidth, shownHeight] = isSideways ? [height, width] : [width, height];
  const pixels = new Uint8Array(width * height);
  for (let y = 0, index = 0; y < shownHeight; y += 1) {
    for (let x = 0; x < shownWidth; x += 1, index += 1) {
      const [column, row] = isSideways ? [y, x] : [x, y];
      const fromX = flipsX ? width - 1 - column : column;
      const fromY = flipsY ? height - 1 - row : row;
      pixels[index] = image.pixels[fromY * width + fromX] ?? 0;
    }
  }
  return { width: shownWidth, height: shownHeight, pixels };
}
