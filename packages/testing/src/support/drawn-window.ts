import { DrawnScreen, type ScreenArea } from "./drawn-screen.js";

const WORDS =
  "the budget for march has not been approved yet but Lea will ask on Friday while travel plans stay open until new figures arrive from Lyon 我们 下周 再谈 预算".split(
    " ",
  );

/** Numbers in [0, 1). */
type Random = () => number;

/** Colours and sizes of a window. */
interface Looks {
  readonly background: number;
  readonly panel: number;
  readonly ink: number;
  /** Size of the font. */
  readonly size: number;
  readonly lineHeight: number;
}

/** A caret's place: its left edge, and the baseline of its line. */
interface CaretPlace {
  readonly x: number;
  readonly y: number;
}

/** Draws a window with a sidebar, paragraphs, a table and an editor, the same for each sequence. */
export function drawWindow(random: Random, width: number, height: number): DrawnWindow {
  const isDark = random() < 0.4;
  const size = 10 + Math.floor(random() * 7);
  const looks: Looks = {
    background: isDark ? Math.floor(random() * 40) : 255 - Math.floor(random() * 12),
    panel: isDark ? 45 + Math.floor(random() * 20) : 225 + Math.floor(random() * 20),
    ink: isDark ? 200 + Math.floor(random() * 56) : Math.floor(random() * 80),
    size,
    lineHeight: Math.round(size * (1.4 + random() * 0.4)),
  };
  return new DrawnWindow(random, looks, new DrawnScreen(width, height, looks.background));
}

/** A window before and after changes. */
export class DrawnWindow {
  /** The window as it was. */
  readonly before: DrawnScreen;
  /** The window as it is. */
  readonly after: DrawnScreen;
  readonly #random: Random;
  readonly #looks: Looks;
  readonly #page: ScreenArea;
  /** Cells of the table: left edge and baseline. */
  readonly #cells: CaretPlace[] = [];
  /** Words of the page: where they are, and how wide. */
  readonly #words: (CaretPlace & { readonly width: number })[] = [];
  /** Ends of lines. */
  readonly #ends: CaretPlace[] = [];

  constructor(random: Random, looks: Looks, screen: DrawnScreen) {
    this.#random = random;
    this.#looks = looks;
    this.before = screen;
    const { width, height } = screen;
    const left = Math.round(width * 0.2);
    this.#page = { x: left + 12, y: 34, width: width - left - 24, height: height - 46 };
    this.#draw();
    this.after = screen.copy();
  }

  /** Returns one character of a text. */
  pick(text: string): string {
    const characters = Array.from(text);
    return characters[this.#below(characters.length)] ?? "";
  }

  /** Writes at the end of a line, with a contrast of 1 (black on white) or less. */
  type(text: string, contrast = 1): void {
    this.#write(text, this.#end(), contrast);
  }

  /** Writes at the end of a line, and moves a caret along. */
  typeWithCaret(text: string): void {
    const end = this.#end();
    this.#drawCaret(this.before, end, 1);
    this.#drawCaret(this.after, { x: this.#write(text, end, 1), y: end.y }, 1);
  }

  /** Shows or hides a caret at the end of a line, or in an empty field. */
  caret(): void {
    const emptyField = { x: 20, y: this.before.height - 14 };
    const at = this.#random() < 0.3 ? emptyField : this.#end();
    this.#drawCaret(this.#random() < 0.5 ? this.before : this.after, at, 1 + this.#below(3));
  }

  /** Moves a caret within a line, or to another one. */
  moveCaret(): void {
    const [from, to] = [this.#end(), this.#random() < 0.5 ? this.#wordStart() : this.#end()];
    const width = 1 + this.#below(3);
    const isNear = Math.abs(from.x - to.x) < 6 && Math.abs(from.y - to.y) < 40;
    this.#drawCaret(this.before, from, width);
    this.#drawCaret(this.after, isNear ? { x: from.x + 9, y: from.y } : to, width);
  }

  /** Shows or hides a caret as large as a character. */
  blockCaret(): void {
    const { x, y } = this.#end();
    const { size, ink } = this.#looks;
    const width = Math.round(size * 0.6);
    const area = { x, y: y - Math.round(size * 0.93), width, height: Math.round(size * 1.2) };
    (this.#random() < 0.5 ? this.before : this.after).paint(area, ink);
  }

  /** Writes another digit into the table. */
  changeDigit(): void {
    const cell = this.#cells[this.#below(this.#cells.length)] ?? { x: 40, y: 40 };
    const first = this.#below(10);
    const place = { ...cell, size: this.#looks.size, ink: this.#looks.ink };
    this.before.write(String(first), place);
    this.after.write(String((first + 1 + this.#below(9)) % 10), place);
  }

  /** Leaves out a word. */
  deleteWord(): void {
    const { x, y, width } = this.#words[this.#below(this.#words.length)] ?? this.#missing();
    const { size, background } = this.#looks;
    const top = y - size;
    this.after.paint({ x, y: top, width, height: Math.round(size * 1.4) }, background);
  }

  /** Adds lines to the chat in the sidebar. */
  chat(lines: number): void {
    const { ink, size, lineHeight } = this.#looks;
    for (let line = 0; line < lines; line += 1) {
      const text = `${this.pick("LMKT")}: ${this.pick("我们下周") + this.pick("abcdefg")} on ${this.#below(31)}`;
      this.after.write(text, { x: 20, y: 240 + (line % 8) * lineHeight, size, ink });
    }
  }

  /** Moves the page up by a line, and adds one. */
  scroll(): void {
    const { x, y, width, height } = this.#page;
    const { lineHeight, background } = this.#looks;
    const kept = { x, y: y + lineHeight, width, height: height - lineHeight };
    this.after.move(kept, x, y);
    const last = { x, y: y + height - lineHeight, width, height: lineHeight };
    this.after.paint(last, background);
    this.#line(this.after, x, y + height - Math.round(lineHeight * 0.3));
  }

  /** Draws a round badge, with a digit or without. */
  badge(): void {
    const radius = 4 + this.#below(4);
    const [x, y] = [20 + this.#below(this.#page.x - 60), 40 + this.#below(100)];
    for (let row = -radius; row <= radius; row += 1) {
      const half = Math.floor(Math.sqrt(radius * radius - row * row));
      this.after.paint({ x: x - half, y: y + row, width: 2 * half + 1, height: 1 }, 120);
    }
    if (radius < 6) return;
    this.after.write(String(1 + this.#below(9)), { x: x - 2, y: y + 4, size: 9, ink: 255 });
  }

  /** Draws a dialog. */
  dialog(): void {
    const { background, ink, size } = this.#looks;
    const [x, y] = [this.#page.x + 60, this.#page.y + 60];
    this.after.paint({ x: x - 1, y: y - 1, width: 402, height: 202 }, ink);
    this.after.paint({ x, y, width: 400, height: 200 }, background);
    this.after.write("Send the message now?", { x: x + 30, y: y + 60, size, ink });
  }

  /** Draws another window over it. */
  replaceAll(): void {
    const { width, height } = this.after;
    const { pixels } = drawWindow(this.#random, width, height).before;
    this.after.pixels.set(pixels);
  }

  #missing(): CaretPlace & { readonly width: number } {
    return { x: this.#page.x, y: this.#page.y + 20, width: 30 };
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #end(): CaretPlace {
    return this.#ends[this.#below(this.#ends.length)] ?? this.#missing();
  }

  #wordStart(): CaretPlace {
    const { x, y } = this.#words[this.#below(this.#words.length)] ?? this.#missing();
    return { x: x - 2, y };
  }

  #write(text: string, { x, y }: CaretPlace, contrast: number): number {
    const { size, ink, background } = this.#looks;
    const grey = Math.round(background + (ink - background) * contrast);
    return this.after.write(text, { x, y, size, ink: grey });
  }

  /** Draws a caret as high as the content of its line, as browsers do. */
  #drawCaret(screen: DrawnScreen, { x, y }: CaretPlace, width: number): void {
    const { size, ink } = this.#looks;
    const height = Math.round(size * 1.2);
    screen.paint({ x, y: y - Math.round(size * 0.93), width, height }, ink);
  }

  #draw(): void {
    const { before: screen } = this;
    const { panel, ink, size, lineHeight } = this.#looks;
    const { width, height } = screen;
    screen.paint({ x: 0, y: 0, width, height: 24 }, panel);
    screen.write("Notes - 预算", { x: 12, y: 17, size: 12, ink });
    const { x, y, width: pageWidth, height: pageHeight } = this.#page;
    screen.paint({ x: 0, y: 24, width: x - 12, height }, panel);
    screen.paint({ x: 14, y: height - 34, width: x - 40, height: 28 }, this.#looks.background);
    const tableTop = y + Math.floor(pageHeight * 0.6);
    for (let line = y + lineHeight; line < tableTop - lineHeight; line += lineHeight) {
      if (this.#random() < 0.85) this.#line(screen, x, line);
    }
    const columns = Math.floor(pageWidth / 90);
    for (let row = 0; tableTop + row * (lineHeight + 6) < y + pageHeight - 40; row += 1) {
      const baseline = tableTop + row * (lineHeight + 6);
      for (let column = 0; column < columns; column += 1) {
        const at = x + 8 + column * 90;
        const end = screen.write(String(this.#below(10_000)), { x: at, y: baseline, size, ink });
        this.#cells.push({ x: end, y: baseline });
      }
      screen.paint({ x, y: baseline + 6, width: pageWidth, height: 1 }, panel);
    }
    // A picture with soft shades.
    for (let row = 0; row < 60; row += 1) {
      screen.paint({ x: 20, y: 160 + row, width: x - 60, height: 1 }, 60 + 2 * row);
    }
  }

  #line(screen: DrawnScreen, x: number, y: number): void {
    const { ink, size } = this.#looks;
    const end = x + this.#page.width * (0.2 + this.#random() * 0.6);
    let at = x;
    while (at < end) {
      const word = WORDS[this.#below(WORDS.length)] ?? "";
      const next = screen.write(word, { x: at, y, size, ink });
      this.#words.push({ x: at, y, width: next - at });
      at = next + Math.round(size * 0.4);
    }
    this.#ends.push({ x: at - Math.round(size * 0.4) + 1, y });
  }
}
