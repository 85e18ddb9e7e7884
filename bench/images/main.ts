import type { ProgressLine } from "../progress-line.ts";
import { optionParser, runMeasurement } from "../run-measurement.ts";
import { UsageError } from "../usage-error.ts";
import { FILTERS } from "./filters.ts";
import { formatCounts, wrongShare, type KeptCounts } from "./kept-counts.ts";
import { measureCases, measureRates } from "./measure-drawn.ts";
import { measureFonts } from "./measure-fonts.ts";
import { measureSpeed, type ImageTimes } from "./measure-speed.ts";

const MEASURES = { cases: measureCases, rates: measureRates, fonts: measureFonts };
const PARTS = ["cases", "rates", "fonts", "speed"] as const;
type PartName = (typeof PARTS)[number];

/** Most time for a pair of images of 1,280 x 800, and the share of pairs that may be wrong. */
const MAX_MS = 15;
const MAX_WRONG: Readonly<Record<string, number>> = { cases: 0, rates: 0.01, fonts: 0.01 };
const SEEDS: Readonly<Record<string, number>> = { cases: 5, rates: 25, fonts: 60 };
const ROUNDS = 50;

const USAGE = `npm run measure -- images [--part NAME,...] [--seeds N] [--quick] [--json] [--save FILE]

Which changes of a screen the filters of images keep and drop, side by side, on drawn windows.

  --part NAME     only these parts:
                  cases   each change on windows of 1,280 x 800
                  rates   changes of text, carets and nothing, in noise and through JPEG
                  fonts   changes of text in the fonts of this machine, where sharp is installed
                  speed   time of a pair of 1,280 x 800, and of decoding
  --seeds N       pairs of each kind; without it ${SEEDS["cases"]}, ${SEEDS["rates"]} and ${SEEDS["fonts"]}
  --quick         only enough of each part to show that it runs
  --json          end with one JSON object on the last line
  --save FILE     write that object with machine and versions to FILE`;

const parse = optionParser({
  part: { type: "string" },
  seeds: { type: "string" },
  quick: { type: "boolean", default: false },
});

await runMeasurement(USAGE, parse, async (values, progress) => {
  const parts: Record<string, readonly (KeptCounts | ImageTimes)[]> = {};
  const missed: string[] = [];
  for (const part of chosenParts(values.part)) {
    const seeds = Number(values.quick ? 1 : (values.seeds ?? SEEDS[part] ?? ROUNDS));
    if (!Number.isInteger(seeds) || seeds < 1) throw new UsageError("--seeds takes 1 or more");
    if (part === "speed") {
      const times = await measureSpeed(values.quick ? 3 : ROUNDS);
      parts[part] = times;
      missed.push(...slowOnes(times));
      process.stdout.write(`${formatTimes(times)}\n\n`);
    } else {
      const counts = await measureCounts(part, seeds, progress);
      parts[part] = counts;
      missed.push(...wrongOnes(counts, part));
      const table = formatCounts(`${part}: share kept`, counts);
      process.stdout.write(`${counts.length === 0 ? `${part}: none` : table}\n\n`);
    }
  }
  const report = { parts, missed };
  const text = missed.length === 0 ? "All bars are met.\n" : `Missed:\n${missed.join("\n")}\n`;
  return { text, figures: report, saved: { seed: 1, ...report } };
});

function chosenParts(names: string | undefined): readonly PartName[] {
  if (names === undefined) return PARTS;
  return names.split(",").map((name) => {
    const part = PARTS.find((one) => one === name);
    if (part === undefined) throw new UsageError(`there is no part ${name}\n\n${USAGE}`);
    return part;
  });
}

async function measureCounts(
  part: keyof typeof MEASURES,
  seeds: number,
  progress: ProgressLine,
): Promise<readonly KeptCounts[]> {
  const show = (done: number, total: number): void => progress.show(part, done, total);
  const counts = await MEASURES[part]({ seeds, show });
  progress.end();
  return counts;
}

/** Names what the first filter gets wrong more often than it may. */
function wrongOnes(counts: readonly KeptCounts[], part: string): readonly string[] {
  return counts.flatMap((row) => {
    const share = wrongShare(row, FILTERS[0]?.name ?? "") ?? 0;
    return share > (MAX_WRONG[part] ?? 0) ? [`${part}: ${row.name}`] : [];
  });
}

function slowOnes(times: readonly ImageTimes[]): readonly string[] {
  return times.flatMap(({ name, p50Ms }) => {
    const isOwn = name.startsWith(`${FILTERS[0]?.name ?? ""}:`);
    return isOwn && p50Ms > MAX_MS ? [`speed: ${name}`] : [];
  });
}

function formatTimes(times: readonly ImageTimes[]): string {
  const width = Math.max(...times.map(({ name }) => name.length)) + 2;
  const lines = times.map(({ name, leastMs, p50Ms, p95Ms }) => {
    const shown = [leastMs, p50Ms, p95Ms].map((ms) => ms.toFixed(2).padStart(9)).join("");
    return `${name.padEnd(width)}${shown}`;
  });
  const head = ["least", "p50", "p95"].map((name) => name.padStart(9)).join("");
  return [`${"speed, in ms".padEnd(width)}${head}`, ...lines].join("\n");
}
