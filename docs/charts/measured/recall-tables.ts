import { markdownTable } from "../markdown-table.ts";
import type { Column } from "../markdown-table.ts";
import { linkTo, readResult, whole } from "./bench-results.ts";

/** Results of `npm run measure -- recall`. */
interface SavedRecall {
  readonly records: number;
  readonly queries: number;
  readonly recall: Readonly<Record<string, number>>;
  readonly ndcg10: number;
  readonly mrr: number;
  readonly byCategory: Readonly<
    Record<string, { readonly queries: number; readonly recall: Readonly<Record<string, number>> }>
  >;
}

interface Row extends SavedRecall {
  readonly name: string;
  readonly file: string;
  /** Recall@10, in percent, of the half that the ranking was developed on. */
  readonly developed: number;
}

const SETS = [
  ["LoCoMo, turns of long English chats", "recall-locomo"],
  ["MADial, Chinese chats that bring an event to mind", "recall-madial-zh"],
  ["XQuAD, Chinese questions, Chinese passages", "recall-xquad-zh-zh"],
  ["XQuAD, Chinese questions, English passages", "recall-xquad-zh-en"],
  ["RealMem, what a user said of changing facts", "recall-realmem"],
] as const;

const MEANING: Readonly<Record<string, string>> = {
  "single-hop": "one turn answers it",
  "multi-hop": "several turns together answer it",
  temporal: "asks when something was",
  "open-domain": "needs knowledge of the world, too",
  adversarial: "has no answer by design; not part of the totals",
};

function at(k: number): Column<Row> {
  return {
    heading: `recall@${k}`,
    isNumber: true,
    cell: ({ recall }) => (recall[String(k)] ?? Number.NaN).toFixed(1),
  };
}

const QUESTIONS: Column<Row> = {
  heading: "questions",
  isNumber: true,
  cell: ({ queries }) => whole(queries),
};
const NDCG: Column<Row> = {
  heading: "nDCG@10",
  isNumber: true,
  cell: ({ ndcg10 }) => ndcg10.toFixed(3),
};

/** Recall of each set, short, for the README. */
export function recallSummary(): string {
  const columns = [
    { heading: "finding the right text (held-out half)", cell: ({ name }: Row) => name },
    QUESTIONS,
    at(1),
    at(10),
    NDCG,
    {
      heading: "recall@10, development half",
      isNumber: true,
      cell: ({ developed }: Row) => developed.toFixed(1),
    },
    { heading: "result", cell: ({ file }: Row) => linkTo(file, 0) },
  ];
  return markdownTable(columns, readRows("-held-out"));
}

/** Recall of each set at every cut-off, on the half that the ranking was developed on. */
export function recallTable(): string {
  return tableOf("");
}

/** Recall of each set at every cut-off, on the other half. */
export function heldOutTable(): string {
  return tableOf("-held-out");
}

function tableOf(half: "" | "-held-out"): string {
  const columns = [
    { heading: "set", cell: ({ name }: Row) => name },
    QUESTIONS,
    { heading: "texts", isNumber: true, cell: ({ records }: Row) => whole(records) },
    ...[1, 5, 10, 25, 50].map(at),
    NDCG,
    { heading: "MRR", isNumber: true, cell: ({ mrr }: Row) => mrr.toFixed(3) },
    { heading: "result", cell: ({ file }: Row) => linkTo(file, 1) },
  ];
  return markdownTable(columns, readRows(half));
}

/** Recall of LoCoMo by category. */
export function categoryTable(): string {
  const file = "recall-locomo.json";
  const categories = Object.entries((readResult(file) as SavedRecall).byCategory);
  type Category = (typeof categories)[number];
  const columns: readonly Column<Category>[] = [
    { heading: "category", cell: ([name]) => name },
    { heading: "what", cell: ([name]) => MEANING[name] ?? "" },
    { heading: "questions", isNumber: true, cell: ([, { queries }]) => whole(queries) },
    ...["1", "5", "10", "50"].map((k) => ({
      heading: `recall@${k}`,
      isNumber: true,
      cell: ([, { recall }]: Category) => (recall[k] ?? Number.NaN).toFixed(1),
    })),
  ];
  const rows = categories.toSorted((a, b) => (b[1].recall["10"] ?? 0) - (a[1].recall["10"] ?? 0));
  return `${markdownTable(columns, rows)}\n\nFrom ${linkTo(file, 1)}.`;
}

function readRows(half: "" | "-held-out"): readonly Row[] {
  return SETS.map(([name, set]) => {
    const file = `${set}${half}.json`;
    const developed = (readResult(`${set}.json`) as SavedRecall).recall["10"] ?? Number.NaN;
    return { ...(readResult(file) as SavedRecall), name, file, developed };
  });
}
