import { optionParser, runMeasurement } from "../run-measurement.ts";
import { UsageError } from "../usage-error.ts";
import type { MindPart } from "./mind-part.ts";
import { formatPart, makeMindReport } from "./mind-report.ts";
import type { MeasuredPart } from "./mind-report.ts";
import { readMindSet } from "./mind-set.ts";
import { PARTS } from "./parts.ts";

const NAMES = PARTS.map(({ name, figures }) => `                  ${name.padEnd(12)} ${figures}`);

const USAGE = `npm run measure -- mind [--data FILE] [--part NAME,...] [--quick] [--json] [--save FILE]

Measures what a mind makes of what it was told, without a language model. Figures that have a bar are marked ✓ or ✗.

  --data FILE     a recall set with talks, and beside it gold for a mind: NAME-mind-dev.json for
                  NAME-dev.json (format: bench/README.md). Without it, the parts that need no data run
  --part NAME     only these parts:
${NAMES.join("\n")}
  --quick         only enough of each part to show that it runs
  --json          end with one JSON object on the last line
  --save FILE     write that object with machine and versions to FILE`;

const parse = optionParser({
  data: { type: "string" },
  part: { type: "string" },
  quick: { type: "boolean", default: false },
});

await runMeasurement(USAGE, parse, async (values, { show, end }) => {
  const { data, quick } = values;
  const parts = chosenParts(values.part, data !== undefined);
  const set = data === undefined ? undefined : await readMindSet(data);
  const measured: MeasuredPart[] = [];
  for (const part of parts) {
    const figures = await part.run(set, { isQuick: quick, show });
    end();
    measured.push({ part, figures });
    process.stdout.write(`${formatPart({ part, figures })}\n\n`);
  }
  const report = makeMindReport(measured);
  const { missed } = report;
  const text = missed.length === 0 ? "All bars are met.\n" : `${missed.length} missed.\n`;
  return { text, figures: report, saved: { set: set?.name ?? null, ...report } };
});

/** Returns the named parts, or else all that can run. */
function chosenParts(names: string | undefined, hasData: boolean): readonly MindPart[] {
  if (names === undefined) return PARTS.filter(({ needsData }) => hasData || !needsData);
  return names.split(",").map((name) => {
    const part = PARTS.find((one) => one.name === name);
    if (part === undefined) throw new UsageError(`there is no part ${name}\n\n${USAGE}`);
    if (part.needsData && !hasData) {
      throw new UsageError(`--data FILE is missing: ${name} needs it\n\n${USAGE}`);
    }
    return part;
  });
}
