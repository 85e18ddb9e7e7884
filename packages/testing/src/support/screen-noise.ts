import type { DrawnScreen } from "./drawn-screen.js";

/** Adds noise of up to an amplitude to each pixel, all values equally likely. */
export function withNoise(
  screen: DrawnScreen,
  random: () => number,
  amplitude: number,
): DrawnScreen {
  return mapPixels(screen, (grey) => grey + Math.round((random() * 2 - 1) * amplitude));
}

/** Adds noise with a normal distribution to each pixel. */
export function withGaussianNoise(
  screen: DrawnScreen,
  random: () => number,
  sigma: number,
): DrawnScreen {
  return mapPixels(screen, (grey) => {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    return grey + Math.round(sigma * radius * Math.cos(2 * Math.PI * random()));
  });
}

/** Changes the brightness of all pixels. */
export function withDrift(screen: DrawnScreen, gain: number, offset: number): DrawnScreen {
  return mapPixels(screen, (grey) => Math.round(grey * gain + offset));
}

/** Draws a screen with some levels of grey, and spreads the error as Floyd and Steinberg do. */
export function dithered(screen: DrawnScreen, levels: number): DrawnScreen {
  const { width, height } = screen;
  const values = Float32Array.from(screen.pixels);
  const result = screen.copy();
  const step = 255 / (levels - 1);
  for (let index = 0; index < width * height; index += 1) {
    const value = values[index] ?? 0;
    const level = Math.max(0, Math.min(255, Math.round(value / step) * step));
    result.pixels[index] = Math.round(level);
    const isFirst = index % width === 0;
    const isLast = index % width === width - 1;
    for (const [to, share] of [
      [isLast ? -1 : index + 1, 7],
      [isFirst ? -1 : index + width - 1, 3],
      [index + width, 5],
      [isLast ? -1 : index + width + 1, 1],
    ] as const) {
      if (to >= 0) values[to] = (values[to] ?? 0) + ((value - level) * share) / 16;
    }
  }
  return result;
}

function mapPixels(screen: DrawnScreen, change: (grey: number) => number): DrawnScreen {
  const result = screen.copy();
  for (const [index, grey] of screen.pixels.entries()) {
    result.pixels[index] = Math.max(0, Math.min(255, change(grey)));
  }
  return result;
}
