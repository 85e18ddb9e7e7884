import { writePng } from "./write-png.ts";

/** Size of a letter with the space around it, in pixels. */
const LETTER = { width: 9, height: 18 };

/** A screen that is drawn in grey: windows, lines of text whose letters are patterns, a caret. */
export class Screen {
  readonly width = 1280;
  readonly height = 800;
  readonly grey: Uint8Array = new Uint8Array(this.width * this.height).fill(90);

  /** Draws a window, empty but for its title; its paper is white, or another grey. */
  window(title: string, paper = 250): this {
    this.#fill({ x: 40, y: 40, width: 1200, height: 720 }, paper);
    this.#fill({ x: 40, y: 40, width: 1200, height: 34 }, 205);
    return this.write(title, { x: 60, y: 48 });
  }

  /** Writes a line of text. */
  write(text: string, at: { readonly x: number; readonly y: number }): this {
    for (const [index, letter] of Array.from(text).entries()) {
      const x = at.x + index * LETTER.width;
      // A letter is a pattern of 3 x 5 points, by its code.
      const code = ((letter.codePointAt(0) ?? 32) - 32) * 2654435761;
      for (let point = 0; point < 15; point += 1) {
        const isInk = code !== 0 && ((code >>> point) & 1) === 1;
        const place = { x: x + (point % 3) * 2, y: at.y + Math.floor(point / 3) * 3 };
        if (isInk) this.#fill({ ...place, width: 2, height: 3 }, 30);
      }
    }
    return this;
  }

  /** Draws the caret of a text field. */
  caret(at: { readonly x: number; readonly y: number }): this {
    this.#fill({ ...at, width: 2, height: LETTER.height }, 30);
    return this;
  }

  /** Makes all pixels a little different, as a camera or a video does. */
  noise(): this {
    for (let index = 0; index < this.grey.length; index += 1) {
      this.grey[index] = (this.grey[index] ?? 0) + ((index * 7919) % 5) - 2;
    }
    return this;
  }

  /** Returns the file of a screenshot. */
  png(): Uint8Array {
    return writePng(this);
  }

  #fill(
    box: {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    },
    grey: number,
  ): void {
    for (let y = box.y; y < box.y + box.height; y += 1) {
      this.grey.fill(grey, y * this.width + box.x, y * this.width + box.x + box.width);
    }
  }
}
