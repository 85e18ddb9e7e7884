import { localModels } from "./embedding-models.ts";
import type { PublishedModel, Score } from "./embedding-models.ts";
import { markdownTable } from "./markdown-table.ts";
import type { Column } from "./markdown-table.ts";
import { readSpeeds } from "./measured-embedders.ts";

const RESULTS = "https://github.com/embeddings-benchmark/results/blob/main";
const README = "../../packages/embed-local/README.md";
const ABSENT = "–";
const SIGNIFICANT = 2;

/**
 * The models that run in the process: what was published of them, and what was measured here. Below
 * it what its scores link to.
 */
export function embedderTable(): string {
  const speeds = readSpeeds();
  const sources = new Map<string, string>();
  const writeScore = (score: Score | undefined): string => {
    if (score === undefined) return ABSENT;
    const value = score.value.toFixed(1);
    if (score.source === undefined) return value;
    const name = `s${sources.size + 1}`;
    sources.set(name, `${RESULTS}/${score.source}`);
    return `[${value}][${name}]`;
  };
  const columns: readonly Column<PublishedModel>[] = [
    { heading: "model", cell: ({ name, card }) => link(name, card ?? README) },
    { heading: "million parameters", isNumber: true, cell: ({ parameters }) => write(parameters) },
    { heading: "numbers", cell: widthsOf },
    { heading: "tokens", isNumber: true, cell: ({ maxTokens }) => write(maxTokens) },
    { heading: "languages", cell: ({ languages }) => languages },
    { heading: "licence", cell: ({ licence }) => licence },
    { heading: "STS-B English", isNumber: true, cell: ({ english }) => writeScore(english) },
    { heading: "STS-B Chinese", isNumber: true, cell: ({ chinese }) => writeScore(chinese) },
    {
      heading: "texts a second",
      isNumber: true,
      cell: ({ name }) => writeSpeed(speeds.of.get(name)),
    },
  ];
  const table = markdownTable(columns, localModels);
  const definitions = [...sources].map(([name, target]) => `[${name}]: ${target}`);
  return `${table}\n\n${definitions.join("\n")}`;
}

function widthsOf({ dimensions, widths = [] }: PublishedModel): string {
  return widths.length === 0 ? String(dimensions) : `${dimensions} (${widths.join(", ")})`;
}

function write(value: number | undefined): string {
  return value === undefined ? ABSENT : value.toLocaleString("en-US");
}

function writeSpeed(speed: number | undefined): string {
  return write(speed === undefined ? undefined : Number(speed.toPrecision(SIGNIFICANT)));
}

function link(text: string, target: string): string {
  return `[${text}](${target})`;
}
