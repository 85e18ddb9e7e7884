import { markdownTable } from "../markdown-table.ts";
import type { Column } from "../markdown-table.ts";
import { linkTo, readResult, significant, timeOf, whole } from "./bench-results.ts";

interface Rate {
  readonly perSecond: number;
}

interface SavedEmbed {
  readonly static: {
    readonly loadMs: number;
    readonly tableMiB: number;
    readonly English: Rate;
    readonly Chinese: Rate;
  };
  readonly transformer: readonly {
    readonly shapeOf: string;
    readonly quantization: string;
    readonly threads: number;
    readonly loadMs: number;
    readonly residentMiB: number;
    readonly moreWordsMiB: number;
    readonly short: Rate;
    readonly passages: Rate;
  }[];
}

interface Row {
  readonly name: string;
  readonly loadMs: number;
  readonly memoryMiB: number;
  readonly short: number;
  /** Of some 200 tokens; absent where it was not measured. */
  readonly passages?: number;
}

const FILE = "embed/speed.json";
const NETWORKS = new Set([
  "all-MiniLM-L6-v2",
  "multilingual-e5-small",
  "multilingual-e5-base",
  "bge-m3",
]);
const THREADS = 2;

/** Writes the table of costs of embedding: the static table and 8-bit networks on both cores. */
export function embedderSpeedTable(): string {
  const saved = readResult(FILE) as SavedEmbed;
  const { loadMs, tableMiB, English } = saved.static;
  const rows: readonly Row[] = [
    {
      name: "static table of `@kioku/embed-local`",
      loadMs,
      memoryMiB: tableMiB,
      short: English.perSecond,
    },
    ...saved.transformer
      .filter(
        ({ shapeOf, quantization, threads }) =>
          NETWORKS.has(shapeOf) && quantization === "q8" && threads === THREADS,
      )
      .map(({ shapeOf, residentMiB, moreWordsMiB, short, passages, loadMs: loading }) => ({
        name: `network of the shape of ${shapeOf}`,
        loadMs: loading,
        memoryMiB: residentMiB + moreWordsMiB,
        short: short.perSecond,
        passages: passages.perSecond,
      })),
  ];
  const columns: readonly Column<Row>[] = [
    { heading: "embedder", cell: ({ name }) => name },
    { heading: "loads in", isNumber: true, cell: (row) => timeOf(row.loadMs) },
    { heading: "memory", isNumber: true, cell: ({ memoryMiB }) => `${whole(memoryMiB)} MiB` },
    { heading: "short texts a second", isNumber: true, cell: ({ short }) => significant(short) },
    {
      heading: "passages a second",
      isNumber: true,
      cell: ({ passages }) => (passages === undefined ? "–" : significant(passages)),
    },
  ];
  return `${markdownTable(columns, rows)}\n\nFrom ${linkTo(FILE, 1)}.`;
}
