import { integer } from "../integer.ts";
import { optionParser, runMeasurement } from "../run-measurement.ts";
import { measureStudio } from "./measure.ts";

const USAGE = `npm run measure -- studio [--count N] [--clicks N] [--rounds N] [--seconds N] [--json] [--save FILE]

What a person waits for in the studio, in Chromium without a window, on SQLite files of sample memories without an embedder:
from its address to the first memory that is painted, frames while the list of all memories is scrolled by the wheel and
dragged from end to end, and from a click on a page to its content.

  --count N       memories of the list that is scrolled (default 100000)
  --clicks N      memories of the studio whose pages are clicked (default 10000)
  --rounds N      how often it is opened, and each page clicked (default 10)
  --seconds N     of each way to scroll (default 5)
  --json          end with one JSON object on the last line
  --save FILE     write that object with machine and versions to FILE`;

const parse = optionParser({
  count: { type: "string", default: "100000" },
  clicks: { type: "string", default: "10000" },
  rounds: { type: "string", default: "10" },
  seconds: { type: "string", default: "5" },
});

await runMeasurement(USAGE, parse, async (values, { show }) => {
  const report = await measureStudio({
    memories: integer(values.count, "--count", [100, 1_000_000]),
    clickMemories: integer(values.clicks, "--clicks", [100, 1_000_000]),
    rounds: integer(values.rounds, "--rounds", [1, 1_000]),
    seconds: integer(values.seconds, "--seconds", [1, 600]),
    onProgress: show,
  });
  const { firstView, scrolling, pages, chromium } = report;
  const lines = [
    `${chromium}\n`,
    `first view of ${report.memories} memories\n`,
    `  the first time             ${firstView.firstMs} ms\n`,
    `  median, worst              ${firstView.rowMs.medianMs} ms, ${firstView.rowMs.worstMs} ms\n`,
    `  first, largest paint       ${firstView.paintMs.medianMs} ms, ${firstView.largestPaintMs.medianMs} ms\n`,
    "frames while it scrolls\n",
    ...Object.entries(scrolling).map(
      ([way, { perSecond, over17, over34, worstMs, mainMs, empty }]) =>
        `  ${way.padEnd(26)} ${perSecond} a second, ${over17} % over 16.7 ms, ${over34} % over 33.4 ms, worst ${worstMs} ms, ${mainMs} ms of work for a frame, ${empty} % with rows on their way\n`,
    ),
    `  ${"a jump to its rows".padEnd(26)} median ${report.jump.medianMs} ms, worst ${report.jump.worstMs} ms\n`,
    `a click at ${report.clickMemories} memories\n`,
    ...Object.entries(pages).map(
      ([name, { medianMs, worstMs }]) =>
        `  ${name.padEnd(26)} median ${medianMs} ms, worst ${worstMs} ms\n`,
    ),
  ];
  return { text: lines.join(""), figures: report };
});
