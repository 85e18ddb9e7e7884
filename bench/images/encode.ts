import type { GreyImage } from "@kioku/mind/images";
import type SharpFunction from "sharp";

type Sharp = typeof SharpFunction;

/** Loads `sharp`; `undefined` where it is not installed. */
export async function loadSharp(): Promise<Sharp | undefined> {
  try {
    return (await import("sharp")).default;
  } catch {
    return undefined;
  }
}

/** Returns an image as it is after JPEG. */
export async function throughJpeg(
  sharp: Sharp,
  { width, height, pixels }: GreyImage,
  quality: number,
): Promise<GreyImage> {
  const raw = { width, height, channels: 1 as const };
  const file = await sharp(pixels, { raw }).jpeg({ quality }).toBuffer();
  const decoded = await sharp(file).toColourspace("b-w").raw().toBuffer();
  return { width, height, pixels: new Uint8Array(decoded) };
}
