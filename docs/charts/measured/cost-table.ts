import { markdownTable } from "../markdown-table.ts";
import type { Column } from "../markdown-table.ts";
import { linkTo, readResult, significant, timeOf, whole } from "./bench-results.ts";

/** A thing, and its price in memory, disk, time or tokens. */
type Row = readonly [what: string, cost: string, file: string];

interface SavedEmbedders {
  readonly static: { readonly tableMiB: number };
  readonly transformer: readonly {
    readonly shapeOf: string;
    readonly quantization: string;
    readonly threads: number;
    readonly residentMiB: number;
  }[];
}

interface SavedStore {
  readonly count: number;
  readonly bytesPerRecord: number;
  readonly residentMb: Readonly<Record<"before" | "after", { readonly rss: number }>>;
}

interface SavedMind {
  readonly parts: {
    readonly scale: {
      readonly facts: number;
      readonly "time of processors, median ms": number;
    };
  };
}

const EMBEDDERS = "embed/speed.json";
const SPEED = "speed-10000.json";
const STORES = [
  ["SQLite", "store/100000.json"],
  ["PostgreSQL", "store/postgres/100000.json"],
] as const;
const CHAT = "chat.json";
const CONTEXT = "context-locomo.json";
const MIND = "mind.json";
const BACKUP = "backup-100000.json";
/** Models of the table, from small to large. */
const MODELS = ["all-MiniLM-L6-v2", "multilingual-e5-small", "bge-m3"];

/** Writes the costs of the parts: memory, disk, time of processors, tokens. */
export function costTable(): string {
  const columns: readonly Column<Row>[] = [
    { heading: "what", cell: ([what]) => what },
    { heading: "cost", isNumber: true, cell: ([, cost]) => cost },
    { heading: "result", cell: ([, , file]) => linkTo(file, 1) },
  ];
  return markdownTable(columns, [...embedders(), ...stores(), ...prompts(), ...upkeep()]);
}

function embedders(): readonly Row[] {
  const saved = readResult(EMBEDDERS) as SavedEmbedders;
  const { rememberAll } = readResult(SPEED) as { readonly rememberAll: { readonly ms: number } };
  const models = MODELS.map((name): Row => {
    const model = saved.transformer.find(
      ({ shapeOf, quantization, threads }) =>
        shapeOf === name && quantization === "q8" && threads === 1,
    );
    if (model === undefined) throw new Error(`${EMBEDDERS} has no ${name}`);
    const what = `\`${name}\` in the process, 8 bits, with its runtime`;
    return [what, `${significant(model.residentMiB)} MiB of memory`, EMBEDDERS];
  });
  return [
    ["the static table", `${significant(saved.static.tableMiB)} MiB of memory`, EMBEDDERS],
    ...models,
    ["writing 10,000 short memories with the static table", timeOf(rememberAll.ms), SPEED],
  ];
}

function stores(): readonly Row[] {
  return STORES.flatMap(([store, file]): readonly Row[] => {
    const { count, bytesPerRecord, residentMb } = readResult(file) as SavedStore;
    const grown = residentMb.after.rss - residentMb.before.rss;
    const among = `among ${whole(count)} with vectors of 384 numbers`;
    return [
      [`a record in ${store}, ${among}`, `${significant(bytesPerRecord)} bytes of disk`, file],
      [
        `your process, once it recalls from ${store} ${among}`,
        `${significant(grown)} MiB of memory`,
        file,
      ],
    ];
  });
}

function prompts(): readonly Row[] {
  const chat = readResult(CHAT) as { readonly turns: number; readonly tokens: number };
  const { runs } = readResult(CONTEXT) as {
    readonly runs: readonly { readonly budget: number; readonly tokens: number }[];
  };
  return [
    [
      `memories in the prompts of a chat of ${chat.turns} turns, all turns together`,
      `${whole(chat.tokens)} tokens`,
      CHAT,
    ],
    ...runs.map(({ budget, tokens }): Row => {
      const what = `memories for a question about a long chat, \`budget: ${budget}\``;
      return [what, `${whole(tokens)} tokens`, CONTEXT];
    }),
  ];
}

function upkeep(): readonly Row[] {
  const { scale } = (readResult(MIND) as SavedMind).parts;
  const [backup] = (
    readResult(BACKUP) as {
      readonly runs: readonly { readonly databaseMiB: number; readonly storedMiB: number }[];
    }
  ).runs;
  if (backup === undefined) throw new Error(`${BACKUP} has no runs`);
  return [
    [
      `a mind's run by rules over 20 messages, beside ${whole(scale.facts)} facts`,
      `${timeOf(scale["time of processors, median ms"])} of a processor`,
      MIND,
    ],
    [
      `\`kioku backup\` of a file of ${backup.databaseMiB} MiB`,
      `${backup.storedMiB} MiB where it goes`,
      BACKUP,
    ],
  ];
}
