import { markdownTable } from "./markdown-table.ts";
import type { Column } from "./markdown-table.ts";
import { aimsSection } from "./torture-aims.ts";
import { HARNESSES, whole } from "./torture-harnesses.ts";
import type { DescribedHarness } from "./torture-harnesses.ts";
import { partsOf, seedsOf } from "./torture-parts.ts";
import { readTortureResults } from "./torture-results.ts";
import type { TortureResult } from "./torture-results.ts";

interface DescribedRun {
  readonly harness: DescribedHarness;
  readonly result: TortureResult;
}

const STORES: Readonly<Record<string, string>> = {
  memory: "in memory",
  sqlite: "SQLite",
  postgres: "PostgreSQL",
};
const CONTROLS: Readonly<Record<string, string>> = {
  transaction: "without transactions",
  acknowledgement: "acknowledging before the write",
  "manifest-first": "sending parts after their manifest",
  "retention-first": "removing old backups before the new one is complete",
  tombstones: "keeping no list of what was erased",
  loss: "losing a record now and then",
  release: "keeping something of each call",
};

const SUMMARY: readonly Column<DescribedRun>[] = [
  {
    heading: "what is done to it",
    cell: ({ harness }) => `[${harness.title}](#${anchorOf(harness.title)})`,
  },
  { heading: "store", cell: ({ result }) => storeOf(result) },
  {
    heading: "how often",
    isNumber: true,
    cell: ({ harness, result }) => `${whole(harness.roundsOf(result))} ${harness.rounds}`,
  },
  { heading: "runs", isNumber: true, cell: ({ result }) => whole(partsOf(result).length) },
  { heading: "promises broken", isNumber: true, cell: ({ result }) => whole(result.defects) },
  { heading: "result", cell: ({ result }) => linkTo(result) },
];

const RUNS: readonly Column<TortureResult>[] = [
  { heading: "result", cell: linkTo },
  { heading: "date", cell: ({ date }) => date },
  { heading: "Kioku", cell: ({ versions }) => versions["kioku"] ?? "" },
  { heading: "Node", cell: ({ versions }) => versions["node"] ?? "" },
  { heading: "SQLite", cell: ({ versions }) => versions["SQLite"] ?? "" },
  {
    heading: "machine",
    cell: ({ cpu, cores, memoryGiB }) => `${cpu}, ${cores} cores, ${memoryGiB} GiB`,
  },
  { heading: "seconds", isNumber: true, cell: ({ seconds }) => whole(seconds) },
];

/** RELIABILITY.md, from the saved results. */
export function reliabilityPage(): string {
  const results = readTortureResults();
  const runs = HARNESSES.flatMap((harness) =>
    results
      .filter(({ harness: name, control }) => name === harness.name && control === undefined)
      .map((result) => ({ harness, result })),
  );
  const parts = [
    "# Reliability: the runs",
    "<!-- Written by `npm run charts -w docs` from torture/results. Do not edit. -->",
    "These are the results of long runs that try to break the guarantees of Kioku. Every number comes from a file in [torture/results](torture/results). [docs/reliability.md](docs/reliability.md) explains the harnesses and names the tests; `npm run test:full` runs all of them with fewer rounds, and `npm test` most of them with a few.",
    summaryOf(runs),
    "![How many rounds each harness has run on each store, on a logarithmic scale, and how many guarantees were broken.](docs/images/reliability.svg)",
    markdownTable(SUMMARY, runs),
    aimsSection(results, (store) => STORES[store] ?? store),
    ...HARNESSES.map((harness) => sectionOf(harness, results)),
    "## How to run it again",
    "All randomness comes from the seed: the same command plans the same rounds. Only the instant of a kill and the order of concurrent processes depend on the machine. Speed is not judged, so other work on the machine does not matter.",
    `\`\`\`sh\n${[...new Set(results.map(commandOf))].join("\n")}\nnpm run charts -w docs   # writes this page and its chart\n\`\`\``,
    "`npm run torture -- all --save` runs every harness with its default number of rounds.",
    "## Machines and versions",
    markdownTable(RUNS, results),
  ];
  return `${parts.join("\n\n")}\n`;
}

function summaryOf(runs: readonly DescribedRun[]): string {
  const broken = runs.reduce((sum, { result }) => sum + result.defects, 0);
  return `${runs.length} runs: ${broken === 0 ? "**no guarantee was broken**" : `**${broken} guarantees were broken**`}. Controls, in which something is broken on purpose, are listed with their harness.`;
}

function sectionOf(harness: DescribedHarness, results: readonly TortureResult[]): string {
  const own = results.filter(({ harness: name }) => name === harness.name);
  const lines = own.map((result) => {
    const { control, defects } = result;
    const seeds = partsOf(result).length > 1 ? `seeds ${seedsOf(result)}` : `seed ${result.seed}`;
    const where = `On ${storeOf(result)}, ${whole(harness.roundsOf(result))} ${harness.rounds}, ${seeds}`;
    const found = `${harness.found(result)}. Guarantees broken: ${brokenOf(defects)} (${linkTo(result)}).`;
    if (control === undefined) return `- ${where}: ${found}`;
    const caught = defects > 0 ? "It was found, as required" : "IT WAS NOT FOUND";
    return `- A control, ${CONTROLS[control] ?? control}. ${caught}. ${where}: ${found}`;
  });
  return [
    `## ${harness.title}`,
    `**Guarantee.** ${harness.promise}`,
    `**Method.** ${harness.done}`,
    own.length === 0 ? notRun(harness) : `**Results.**\n\n${lines.join("\n")}`,
    `**Expected losses.** ${harness.expected}`,
  ].join("\n\n");
}

const MOST_LISTED = 10;
/** Returns the sentence about a harness that has not run. */
function notRun({ name }: DescribedHarness): string {
  return `**Results.** No result is saved: the machine that made the others had no server for it. \`npm run torture -- ${name} --save\` makes one where there is.`;
}

/** Harnesses stop listing at ten. */
function brokenOf(defects: number): string {
  return defects >= MOST_LISTED ? `${MOST_LISTED} or more` : whole(defects);
}

/** A run of several parts is its command as often, which takes the next seed by itself. */
function commandOf(result: TortureResult): string {
  const { length } = partsOf(result);
  return length > 1 ? `${result.command}   # ${length} times` : result.command;
}

function storeOf({ store }: TortureResult): string {
  return STORES[store] ?? store;
}

function linkTo({ file }: TortureResult): string {
  return `[${file.replace(".json", "")}](torture/results/${file})`;
}

function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(" ", "-");
}
