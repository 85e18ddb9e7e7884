import { glyphOf } from "./stroke-font.js";

/** A rectangle in pixels. */
export interface ScreenArea {
  /** Left edge. */
  readonly x: number;
  /** Upper edge. */
  readonly y: number;
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
}

/** Place and looks of a text on a drawn screen. */
export interface TextPlace {
  /** Left edge in pixels. */
  readonly x: number;
  /** Baseline in pixels. */
  readonly y: number;
  /** Size of the font in pixels. */
  readonly size: number;
  /** Grey of the ink, 0 to 255. */
  readonly ink: number;
  /** Heavier strokes. @defaultValue `false` */
  readonly isBold?: boolean;
}

/** A screen in grey on which tests draw windows: the same on each machine, without any font. */
export class DrawnScreen {
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** 0 (black) to 255 (white), row by row. */
  readonly pixels: Uint8Array;

  constructor(width: number, height: number, background = 255) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height).fill(background);
  }

  /** Returns a screen with the same pixels. */
  copy(): DrawnScreen {
    const copy = new DrawnScreen(this.width, this.height);
    copy.pixels.set(this.pixels);
    return copy;
  }

  /** Fills a rectangle; what is outside of the screen is left out. */
  paint({ x, y, width, height }: ScreenArea, grey: number): this {
    const [left, right] = [Math.max(0, x), Math.min(this.width, x + width)];
    for (let row = Math.max(0, y); row < Math.min(this.height, y + height); row += 1) {
      if (left < right) this.pixels.fill(grey, row * this.width + left, row * this.width + right);
    }
    return this;
  }

  /** Copies a rectangle to another place, as scrolling does. */
  move({ x, y, width, height }: ScreenArea, toX: number, toY: number): this {
    const source = this.pixels.slice();
    for (let row = 0; row < height; row += 1) {
      const from = (y + row) * this.width + x;
      this.pixels.set(source.subarray(from, from + width), (toY + row) * this.width + toX);
    }
    return this;
  }

  /** Writes a text with smooth edges; returns where the next character would start. */
  write(text: string, { x, y, size, ink, isBold = false }: TextPlace): number {
    const unit = size / 10;
    const half = Math.max(1, size * (isBold ? 0.16 : 0.09)) / 2;
    let at = x;
    for (const character of text) {
      const { strokes, advance } = glyphOf(character);
      const placed = strokes.map(([fromX, fromY, toX, toY]) => [
        at + half + fromX * unit * 1.1,
        y - half - (7 - fromY) * unit,
        at + half + toX * unit * 1.1,
        y - half - (7 - toY) * unit,
      ]);
      this.#ink(placed, half, ink);
      at += Math.max(2, Math.round(advance * unit * 1.1));
    }
    return at;
  }

  /** Draws lines at once, so that they do not add up where they cross. */
  #ink(lines: readonly (readonly number[])[], half: number, ink: number): void {
    if (lines.length === 0) return;
    const reach = half + 1;
    const xs = lines.flatMap(([from = 0, , to = 0]) => [from, to]);
    const ys = lines.flatMap(([, from = 0, , to = 0]) => [from, to]);
    const [right, bottom] = [Math.max(...xs) + reach, Math.max(...ys) + reach];
    for (let y = Math.max(0, Math.floor(Math.min(...ys) - reach)); y < bottom; y += 1) {
      for (let x = Math.max(0, Math.floor(Math.min(...xs) - reach)); x < right; x += 1) {
        if (x >= this.width || y >= this.height) continue;
        let nearest = Infinity;
        for (const line of lines) nearest = Math.min(nearest, distance(x + 0.5, y + 0.5, line));
        const cover = Math.max(0, Math.min(1, half + 0.5 - nearest));
        const index = y * this.width + x;
        const under = this.pixels[index] ?? 0;
        this.pixels[index] = Math.round(under + (ink - under) * cover);
      }
    }
  }
}

/** Returns the distance of a point to a line. */
function distance(
  x: number,
  y: number,
  [fromX = 0, fromY = 0, toX = 0, toY = 0]: readonly number[],
): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((x - fromX) * dx + (y - fromY) * dy) / length;
  const near = Math.max(0, Math.min(1, share));
  return Math.hypot(x - fromX - near * dx, y - fromY - near * dy);
}
