import type { GreyImage } from "@kioku/mind/images";
import { seededRandom } from "@kioku/testing/support";

import { loadSharp } from "./encode.ts";
import { KeptCounter, type KeptCounts } from "./kept-counts.ts";
import type { DrawnOptions } from "./measure-drawn.ts";

const [WIDTH, HEIGHT] = [640, 400];
const WORDS =
  "the report says that all 1,280 items arrived on Tuesday; please call Mr. Hill (ext. 417) about it".split(
    " ",
  );
const FAMILIES = ["sans-serif", "serif", "monospace"];
const CHARACTERS =
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;!?-()[]'\"/".split("");

/** Changes of the last line of a page. */
const CHANGES = {
  "a character is typed": (line: string, pick: Pick) => line + pick(CHARACTERS),
  "l, I, i or a dot is typed": (line: string, pick: Pick) => line + pick(["l", "I", "i", "."]),
  "a Chinese character is typed": (line: string, pick: Pick) =>
    line + pick(Array.from("会议改到周三一下")),
  "a digit changes": (line: string, pick: Pick) =>
    line.replace("417", `41${pick("012345689".split(""))}`),
  "a word is deleted": (line: string) => line.slice(0, line.lastIndexOf(" ")),
  "nothing changes": (line: string) => line,
} as const;

type Pick = (from: readonly string[]) => string;

/** Counts changes of text in the fonts of this machine; none where `sharp` finds no font. */
export async function measureFonts({ seeds, show }: DrawnOptions): Promise<readonly KeptCounts[]> {
  const sharp = await loadSharp();
  if (!sharp) return [];
  const render = async (svg: string): Promise<GreyImage> => {
    const pixels = await sharp(Buffer.from(svg)).toColourspace("b-w").raw().toBuffer();
    return { width: WIDTH, height: HEIGHT, pixels: new Uint8Array(pixels) };
  };
  const counter = new KeptCounter();
  const changes = Object.entries(CHANGES);
  for (const [index, [name, change]] of changes.entries()) {
    for (let seed = 1; seed <= seeds; seed += 1) {
      show(index * seeds + seed, changes.length * seeds);
      const random = seededRandom(seed);
      const pick: Pick = (from) => from[Math.floor(random() * from.length)] ?? "";
      const look = looksOf(random, pick);
      const lines = linesOf(pick);
      const last = `ext. 417 ${pick(WORDS)} ${pick(WORDS)}`;
      const before = await render(pageOf([...lines, last], look));
      if (before.pixels.every((pixel) => pixel === before.pixels[0])) return [];
      const after = await render(pageOf([...lines, change(last, pick)], look));
      counter.count(name, name !== "nothing changes", [before, after]);
    }
  }
  return counter.results();
}

interface Looks {
  readonly family: string;
  readonly size: number;
  readonly ink: string;
  readonly background: string;
}

function looksOf(random: () => number, pick: Pick): Looks {
  const isDark = random() < 0.4;
  const contrast = random() < 0.3 ? "#b8b8b8" : isDark ? "#eeeeee" : "#202020";
  return {
    family: pick(FAMILIES),
    size: 9 + Math.floor(random() * 14),
    ink: contrast,
    background: isDark ? "#1b1b20" : "#ffffff",
  };
}

function linesOf(pick: Pick): readonly string[] {
  return Array.from({ length: 8 }, () => Array.from({ length: 7 }, () => pick(WORDS)).join(" "));
}

function pageOf(lines: readonly string[], { family, size, ink, background }: Looks): string {
  const texts = lines.map((line, index) => {
    const y = 40 + Math.round(index * size * 1.6);
    const escaped = line.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return `<text x="20" y="${y}" font-family="${family}" font-size="${size}" fill="${ink}">${escaped}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${background}"/>${texts.join("")}</svg>`;
}
