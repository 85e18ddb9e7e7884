import type { DrawnScreen } from "./drawn-screen.js";
import { drawWindow, type DrawnWindow } from "./drawn-window.js";
import { dithered, withDrift, withGaussianNoise, withNoise } from "./screen-noise.js";

/** Two screens, one after the other. */
export interface ScreenPair {
  /** First one. */
  readonly before: DrawnScreen;
  /** Second one. */
  readonly after: DrawnScreen;
}

/** Settings of `drawPair`. */
export interface PairOptions {
  /** Numbers in [0, 1). */
  readonly random: () => number;
  /** In pixels. @defaultValue 1280 */
  readonly width?: number;
  /** In pixels. @defaultValue 800 */
  readonly height?: number;
}

/** A change of a drawn window. */
export type ScreenChange = (window: DrawnWindow) => void;

/** Noise of one screen. */
export type ScreenNoise = (screen: DrawnScreen, random: () => number) => DrawnScreen;

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:!?-_/()[]+='\"%";
const CHINESE = "会议改到周三下午请带上预算表和去年的合同";

/** Changes that show something new, by name. */
export const SCREEN_CHANGES: Readonly<Record<string, ScreenChange>> = {
  "a character is typed": (window) => window.type(window.pick(LETTERS)),
  "a character and a caret": (window) => window.typeWithCaret(window.pick(LETTERS)),
  "a thin letter is typed": (window) => window.type(window.pick("lIi1'.,!")),
  "a Chinese character is typed": (window) => window.type(window.pick(CHINESE)),
  "12 characters are typed": (window) => window.type("see you soon"),
  "a pale character is typed": (window) => window.type(window.pick(LETTERS), 0.2),
  "pale words appear": (window) => window.type("saved a minute ago", 0.15),
  "a digit of a table changes": (window) => window.changeDigit(),
  "a word is deleted": (window) => window.deleteWord(),
  "a line of chat": (window) => window.chat(1),
  "ten lines of chat": (window) => window.chat(10),
  "a line is scrolled": (window) => window.scroll(),
  "a small badge": (window) => window.badge(),
  "a dialog": (window) => window.dialog(),
  "another window": (window) => window.replaceAll(),
};

/** Changes of carets, by name. */
export const CARET_CHANGES: Readonly<Record<string, ScreenChange>> = {
  "a caret blinks": (window) => window.caret(),
  "a caret moves": (window) => window.moveCaret(),
  "a block caret blinks": (window) => window.blockCaret(),
};

/** Noise that shows nothing new, by name. */
export const SCREEN_NOISE: Readonly<Record<string, ScreenNoise>> = {
  "noise of 3": (screen, random) => withNoise(screen, random, 3),
  "noise of 8": (screen, random) => withNoise(screen, random, 8),
  "normal noise": (screen, random) => withGaussianNoise(screen, random, 2 + random() * 3),
  dithering: (screen, random) => dithered(screen, 16 + Math.floor(random() * 33)),
  "drift of brightness": (screen, random) =>
    withDrift(screen, 1 + (random() - 0.5) * 0.03, (random() - 0.5) * 5),
};

/** Draws a window, and returns it before and after a change. */
export function drawPair(
  change: ScreenChange | undefined,
  { random, width = 1_280, height = 800 }: PairOptions,
): ScreenPair {
  const window = drawWindow(random, width, height);
  change?.(window);
  return window;
}
