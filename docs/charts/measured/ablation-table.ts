import { markdownTable } from "../markdown-table.ts";
import type { Column } from "../markdown-table.ts";
import { linkTo, readResult } from "./bench-results.ts";

interface SavedAblation {
  readonly sets: readonly SavedSet[];
}

interface SavedSet {
  readonly set: string;
  readonly results: readonly {
    readonly name: string;
    readonly recall: Readonly<Record<string, number>>;
    readonly difference10: number;
    readonly differenceError10: number;
  }[];
}

const FILE = "ablation-dev.json";
const SETS = ["LoCoMo", "MADial", "XQuAD zh to zh", "XQuAD zh to en"];
/** Configurations by what a reader looks for. */
const ROWS: readonly (readonly [configuration: string, what: string])[] = [
  ["default", "as it comes"],
  ["keywords only", "words only (BM25)"],
  ["meaning only", "meaning only (the static table)"],
  ["equal weights", "words and meaning with equal weights"],
  ["no neighbours", "without neighbours"],
  ["no thread", "without the thread"],
  ["neither", "without either"],
  ["no dates", "without dates"],
  ["with reranker", "with `localReranker()`"],
];

/**
 * Recall@10 of each configuration and set, with the difference to the default and its standard
 * error.
 */
export function ablationTable(): string {
  const { sets } = readResult(FILE) as SavedAblation;
  if (sets.length !== SETS.length) throw new Error(`${FILE} has ${sets.length} sets`);
  type Row = (typeof ROWS)[number];
  const columns: readonly Column<Row>[] = [
    { heading: "recall@10", cell: ([, what]) => what },
    ...sets.map((set, index) => ({
      heading: SETS[index] ?? set.set,
      isNumber: true,
      cell: ([configuration]: Row) => cellOf(set, configuration),
    })),
  ];
  return `${markdownTable(columns, ROWS)}\n\nIn brackets: the difference to the default, and its standard error. From ${linkTo(FILE, 1)}.`;
}

function cellOf({ set, results }: SavedSet, configuration: string): string {
  const found = results.find(({ name }) => name === configuration);
  if (!found) throw new Error(`${FILE} has no ${configuration} of ${set}`);
  const recall = (found.recall["10"] ?? Number.NaN).toFixed(1);
  if (configuration === "default") return recall;
  const { difference10, differenceError10 } = found;
  const sign = difference10 > 0 ? "+" : "";
  return `${recall} (${sign}${difference10.toFixed(1)} ± ${differenceError10.toFixed(1)})`;
}
