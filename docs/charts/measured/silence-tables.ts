import { markdownTable } from "../markdown-table.ts";
import type { Column } from "../markdown-table.ts";
import { linkTo, readResult, whole } from "./bench-results.ts";

/** Results of `npm run measure -- silence`. */
interface SavedSilence {
  readonly auc: { readonly foreign: number; readonly smallTalk: number };
  readonly returned: {
    readonly own: number;
    readonly foreign: number;
    readonly smallTalk: number;
  };
  readonly recall10: { readonly filled: number; readonly default: number };
}

/** Results of `npm run measure -- context`. */
interface SavedContext {
  readonly runs: readonly {
    readonly budget: number;
    readonly whole: number;
    readonly share: number;
    readonly tokens: number;
    readonly lines: number;
  }[];
}

/** Results of `npm run measure -- chat`. */
interface SavedChat {
  readonly turns: number;
  readonly tokens: number;
  readonly wanted: number;
  readonly found: number;
  readonly lines: number;
}

/** Results of `npm run measure -- relevance`. */
interface SavedRelevance {
  readonly sets: readonly { readonly set: string; readonly auc: number }[];
}

const SILENCE = "silence-locomo.json";
const CONTEXT = "context-locomo.json";
const CHAT = "chat.json";
const RELEVANCE = "relevance.json";
/** Names of sets whose files have none. */
const NAMES: Readonly<Record<string, string>> = { "realmem-dev": "RealMem, five of its users" };

/** Writes what is returned for questions that the memory can answer, and for others. */
export function silenceTable(): string {
  const { auc, returned, recall10 } = readResult(SILENCE) as SavedSilence;
  type Row = readonly [asked: string, returned: number, auc: string, recall: string];
  const kept = `${recall10.default.toFixed(1)} (always filled: ${recall10.filled.toFixed(1)})`;
  const rows: readonly Row[] = [
    ["questions about the chat", returned.own, "", kept],
    ["the same questions, to the memory of others", returned.foreign, auc.foreign.toFixed(3), ""],
    ["small talk and tasks", returned.smallTalk, auc.smallTalk.toFixed(3), ""],
  ];
  const columns: readonly Column<Row>[] = [
    { heading: "asked of LoCoMo", cell: ([asked]) => asked },
    { heading: "memories returned", isNumber: true, cell: ([, count]) => count.toFixed(1) },
    { heading: "AUC against questions about the chat", isNumber: true, cell: (row) => row[2] },
    { heading: "recall@10", isNumber: true, cell: (row) => row[3] },
  ];
  return `${markdownTable(columns, rows)}\n\nFrom ${linkTo(SILENCE, 1)}.`;
}

/** Writes how much of what answers is in a prompt, by its budget. */
export function contextTable(): string {
  const { runs } = readResult(CONTEXT) as SavedContext;
  type Row = (typeof runs)[number];
  const columns: readonly Column<Row>[] = [
    { heading: "budget, tokens", isNumber: true, cell: ({ budget }) => whole(budget) },
    { heading: "tokens used", isNumber: true, cell: ({ tokens }) => whole(tokens) },
    { heading: "memories", isNumber: true, cell: ({ lines }) => lines.toFixed(1) },
    {
      heading: "questions with all that answers, %",
      isNumber: true,
      cell: (row) => row.whole.toFixed(1),
    },
    { heading: "share of what answers, %", isNumber: true, cell: ({ share }) => share.toFixed(1) },
  ];
  return `${markdownTable(columns, runs)}\n\nFrom ${linkTo(CONTEXT, 1)}.`;
}

/** Writes what the prompts of a whole chat were given. */
export function chatTable(): string {
  const saved = readResult(CHAT) as SavedChat;
  const columns: readonly Column<SavedChat>[] = [
    { heading: "turns", isNumber: true, cell: ({ turns }) => whole(turns) },
    { heading: "memories shown, all turns", isNumber: true, cell: ({ lines }) => whole(lines) },
    { heading: "their tokens", isNumber: true, cell: ({ tokens }) => whole(tokens) },
    {
      heading: "wanted facts among them",
      isNumber: true,
      cell: ({ found, wanted }) => `${found} of ${wanted}`,
    },
  ];
  return `${markdownTable(columns, [saved])}\n\nFrom ${linkTo(CHAT, 1)}.`;
}

/** Writes how well the fitted relevance tells what answers from what does not, by set. */
export function relevanceTable(): string {
  const { sets } = readResult(RELEVANCE) as SavedRelevance;
  type Row = (typeof sets)[number];
  const columns: readonly Column<Row>[] = [
    { heading: "set", cell: ({ set }) => NAMES[set] ?? set },
    { heading: "AUC", isNumber: true, cell: ({ auc }) => auc.toFixed(3) },
  ];
  return `${markdownTable(columns, sets)}\n\nFrom ${linkTo(RELEVANCE, 1)}.`;
}
