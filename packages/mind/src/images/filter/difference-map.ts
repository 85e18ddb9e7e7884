import type { GreyImage } from "../api/images.js";

/** Side of a tile in pixels, as of a block of a JPEG file with halved colours. */
const TILE = 16;
/** Greater differences are no noise. */
const MAX_NOISE = 32;
/** Share of the pixels of a tile whose differences are at most its noise. */
const NOISE_SHARE = 0.75;
/** Greatest drift of brightness that is taken out; a greater one is a change. */
const MAX_DRIFT = 6;

/** Differences of two images of one size, and what is known of their tiles of 16 x 16 pixels. */
export class DifferenceMap {
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** Tiles beside each other. */
  readonly columns: number;
  /** Tiles above each other. */
  readonly rows: number;
  /** Distance of two rows in `values`. */
  readonly stride: number;
  /** Differences with a border of zeros: positive where it became brighter. */
  readonly values: Int16Array;
  /** Median difference of each tile. */
  readonly drift: Int8Array;
  /** Noise of each tile: three of four differences are as near to the median; -1 without any. */
  readonly noise: Float32Array;
  /** Difference of the brightest and the darkest pixel of each tile, before or after. */
  readonly contrast: Uint8Array;
  readonly #counts = new Uint16Array(2 * MAX_NOISE + 1);

  constructor(before: GreyImage, after: GreyImage) {
    this.width = before.width;
    this.height = before.height;
    this.columns = Math.ceil(this.width / TILE);
    this.rows = Math.ceil(this.height / TILE);
    this.stride = this.width + 2;
    this.values = new Int16Array(this.stride * (this.height + 2));
    this.drift = new Int8Array(this.columns * this.rows);
    this.noise = new Float32Array(this.columns * this.rows).fill(-1);
    this.contrast = new Uint8Array(this.columns * this.rows);
    for (let tile = 0; tile < this.noise.length; tile += 1) {
      this.#measure(tile, before.pixels, after.pixels);
    }
  }

  /** Returns the pixels of a tile: the first one of each direction, and the one after the last. */
  area(tile: number): { left: number; top: number; right: number; bottom: number } {
    const left = (tile % this.columns) * TILE;
    const top = Math.floor(tile / this.columns) * TILE;
    const right = Math.min(left + TILE, this.width);
    return { left, top, right, bottom: Math.min(top + TILE, this.height) };
  }

  /** Returns the place of a pixel in `values`. */
  place(x: number, y: number): number {
    return (y + 1) * this.stride + x + 1;
  }

  /** Returns the difference of a pixel without the drift of its tile. */
  difference(x: number, y: number): number {
    const tile = Math.floor(y / TILE) * this.columns + Math.floor(x / TILE);
    return (this.values[this.place(x, y)] ?? 0) - (this.drift[tile] ?? 0);
  }

  #measure(tile: number, before: Uint8Array, after: Uint8Array): void {
    const { left, top, right, bottom } = this.area(tile);
    const { values, width } = this;
    let [lowest, highest, differing] = [255, 0, 0];
    for (let y = top; y < bottom; y += 1) {
      const end = y * width + right;
      const shift = this.place(left, y) - y * width - left;
      for (let index = y * width + left; index < end; index += 1) {
        const value = before[index] ?? 0;
        const difference = (after[index] ?? 0) - value;
        if (difference !== 0) {
          values[index + shift] = difference;
          differing += 1;
        }
        if (value < lowest) lowest = value;
        if (value > highest) highest = value;
      }
    }
    this.contrast[tile] = highest - lowest;
    if (differing > 0) this.#judge(tile);
  }

  /** Tells the drift and the noise of a tile from how often each difference is in it. */
  #judge(tile: number): void {
    const { left, top, right, bottom } = this.area(tile);
    const { values } = this;
    const counts = this.#counts.fill(0);
    let pixels = 0;
    // Every second pixel, as on a chessboard, is enough.
    for (let y = top; y < bottom; y += 1) {
      const end = this.place(right, y);
      for (let place = this.place(left, y) + (y % 2); place < end; place += 2) {
        const value = values[place] ?? 0;
        pixels += 1;
        const bin = value < -MAX_NOISE ? 0 : value > MAX_NOISE ? 2 * MAX_NOISE : value + MAX_NOISE;
        counts[bin] = (counts[bin] ?? 0) + 1;
      }
    }
    let [median, below] = [0, counts[0] ?? 0];
    while (below * 2 < pixels) below += counts[(median += 1)] ?? 0;
    const drift = Math.max(-MAX_DRIFT, Math.min(MAX_DRIFT, median - MAX_NOISE));
    let [noise, rest] = [0, NOISE_SHARE * pixels - (counts[drift + MAX_NOISE] ?? 0)];
    while (noise < MAX_NOISE && rest > 0) {
      noise += 1;
      const more =
        (counts[drift + MAX_NOISE - noise] ?? 0) + (counts[drift + MAX_NOISE + noise] ?? 0);
      if (rest < more) noise += rest / more - 0.5;
      rest -= more;
    }
    this.drift[tile] = drift;
    this.noise[tile] = noise;
  }
}
