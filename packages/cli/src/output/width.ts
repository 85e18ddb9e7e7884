import fastStringWidth from "fast-string-width";

/** Printable ASCII: one column each. */
const PLAIN = /^[ -~]*$/u;
const COLOUR = /\p{Cc}\[[\d;]*m/u;

/** Returns how many columns a line takes: two for a Chinese character, none for a colour. */
export function displayWidth(text: string): number {
  return PLAIN.test(text) ? text.length : fastStringWidth(text);
}

/** Returns a line cut to a width, with `…` if something is missing. Codes of colours are ended. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return "";
  let [cut, taken] = ["", 0];
  for (const atom of atomsOf(text)) {
    const next = taken + displayWidth(atom);
    if (next > width - 1) break;
    cut += atom;
    taken = next;
  }
  return `${cut.trimEnd()}…${COLOUR.test(text) ? "\u001B[0m" : ""}`;
}

/** Returns a line filled up with spaces to a width. */
export function pad(text: string, width: number, side: "left" | "right" = "right"): string {
  const room = " ".repeat(Math.max(0, width - displayWidth(text)));
  return side === "right" ? text + room : room + text;
}

/** Returns what must not be cut: characters as people see them, and codes of colours. */
export function atomsOf(text: string): readonly string[] {
  const segmenter = new Intl.Segmenter();
  return text
    .split(/(\p{Cc}\[[\d;]*m)/u)
    .flatMap((part, index) =>
      index % 2 === 1 ? [part] : Array.from(segmenter.segment(part), ({ segment }) => segment),
    );
}
