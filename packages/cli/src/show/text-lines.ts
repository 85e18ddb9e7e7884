import { counted } from "../output/numbers.js";
import { shown } from "../output/shown.js";
import { truncate, displayWidth } from "../output/width.js";
import { wrap } from "../output/wrap.js";

interface TextLinesOptions {
  readonly width: number;
  /** Most lines; the last one then says that there is more. @defaultValue all */
  readonly most?: number | undefined;
}

/** Returns the text of a memory in lines of a width, safe to print, without blank ends. */
export function textLines(text: string, { width, most }: TextLinesOptions): readonly string[] {
  // No more than can be seen: a text may have 100 kB.
  const part = most === undefined ? text : text.slice(0, (most + 1) * width * 2);
  const safe = shown(part).trim();
  const source = most === undefined ? safe : safe.replaceAll(/\n\s*\n/gu, "\n");
  const lines = wrap(source, Math.max(width, 10));
  if (most === undefined || (lines.length <= most && part.length === text.length)) return lines;
  const more = ` … ${counted(text.length, "character")}`;
  const last = truncate(lines[most - 1] ?? "", width - more.length).replace(/…$/u, "");
  return [...lines.slice(0, most - 1), `${last}${more}`];
}

/** Returns a text as one line of at most a number of columns, safe to print. */
export function oneLine(text: string, width = 60): string {
  return truncate(oneName(text.slice(0, width * 2)), width);
}

/** Returns a name without line feeds, safe to print. */
export function oneName(text: string): string {
  return shown(text).replaceAll(/\s+/gu, " ").trim();
}

/** Joins parts by ` · ` to lines of a width, and breaks lines between parts only. */
export function fill(parts: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const part of parts.map((one) => truncate(one, width))) {
    const last = lines.at(-1);
    const joined = last === undefined ? part : `${last} · ${part}`;
    if (last === undefined || displayWidth(joined) <= width) lines.splice(-1, 1, joined);
    else lines.push(part);
  }
  return lines;
}
