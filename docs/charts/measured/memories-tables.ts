import { markdownTable } from "../markdown-table.ts";
import type { Column } from "../markdown-table.ts";
import { machinesOf, readResult, timeOf, whole } from "./bench-results.ts";
import type { SavedTimes } from "./bench-results.ts";

/** Results of `npm run measure -- peers`, a file for each part. */
interface SavedFinding {
  readonly sets: readonly {
    readonly set: string;
    readonly records: number;
    readonly questions: number;
    readonly systems: readonly SavedFound[];
  }[];
}

interface SavedFound {
  readonly name: string;
  readonly recallAt1?: number;
  readonly recallAt10: number;
  readonly ndcg10?: number;
}

interface SavedSpeed {
  readonly sizes: readonly {
    readonly memories: number;
    readonly systems: readonly {
      readonly name: string;
      readonly write: SavedTimes;
      readonly search: SavedTimes;
    }[];
  }[];
}

interface SavedWrites {
  readonly acknowledged: number;
  readonly failed: number;
  readonly lost: number;
}

interface SavedSafety {
  readonly systems: readonly {
    readonly name: string;
    readonly twoWriters?: SavedWrites;
    readonly killed?: SavedWrites;
    readonly lookAlikes?: {
      readonly pairs: number;
      readonly mixedUp: readonly string[];
      readonly refused: readonly string[];
    };
    readonly requests: {
      readonly embedderPerWrite: number;
      readonly embedderPerSearch: number;
      readonly hosts: Readonly<Record<string, number>>;
    };
  }[];
}

const FINDING = "peers/finding.json";
const SPEED = "peers/speed.json";
const SAFETY = "peers/safety.json";
const OURS = "Kioku";
const NOTHING = "–";

const nameOf = ({ name }: { readonly name: string }): string =>
  name === OURS ? `**${name}**` : name;

/** Writes the short table of Kioku beside other memories, for the README. */
export function memoriesSummary(): string {
  const [talks] = finding().sets;
  const most = speed().sizes.at(-1);
  const { systems } = safety();
  if (talks === undefined || most === undefined) throw new Error("results of peers are empty");
  const rows = most.systems.map(({ name, write, search }) => ({
    name,
    found: talks.systems.find((one) => one.name === name),
    write,
    search,
    safe: systems.find((one) => one.name === name),
  }));
  type Row = (typeof rows)[number];
  const columns: readonly Column<Row>[] = [
    { heading: "memory", cell: nameOf },
    {
      heading: "recall@10",
      isNumber: true,
      cell: ({ found }) => found?.recallAt10.toFixed(1) ?? NOTHING,
    },
    { heading: "one write", isNumber: true, cell: ({ write }) => timeOf(write.p50Ms) },
    { heading: "one search", isNumber: true, cell: ({ search }) => timeOf(search.p50Ms) },
    {
      heading: "lost, two writers",
      isNumber: true,
      cell: ({ safe }) => lostOf(safe?.twoWriters),
    },
    { heading: "hosts asked", cell: ({ safe }) => hostsOf(safe?.requests.hosts ?? {}) },
  ];
  return markdownTable(columns, rows);
}

/** Writes how often each memory finds what answers a question, a table for each set. */
export function findingTable(): string {
  const { sets } = finding();
  const names = sets[0]?.systems ?? [];
  const columns: readonly Column<SavedFound>[] = [
    { heading: "memory", cell: nameOf },
    ...sets.flatMap(({ set, questions, systems }) => {
      const own = ({ name }: SavedFound): SavedFound | undefined =>
        systems.find((one) => one.name === name);
      const heading = `${shortName(set)} (${whole(questions)})`;
      return [
        {
          heading: `${heading}: recall@1`,
          isNumber: true,
          cell: (row: SavedFound) => own(row)?.recallAt1?.toFixed(1) ?? NOTHING,
        },
        {
          heading: "recall@10",
          isNumber: true,
          cell: (row: SavedFound) => own(row)?.recallAt10.toFixed(1) ?? NOTHING,
        },
        {
          heading: "nDCG@10",
          isNumber: true,
          cell: (row: SavedFound) => own(row)?.ndcg10?.toFixed(3) ?? NOTHING,
        },
      ];
    }),
  ];
  return `${markdownTable(columns, names)}\n\n${origin(FINDING)}`;
}

/** Writes what one write and one search take. */
export function speedTable(): string {
  const { sizes } = speed();
  type Row = (typeof sizes)[number]["systems"][number];
  const columns: readonly Column<Row>[] = [
    { heading: "memory", cell: nameOf },
    ...sizes.flatMap(({ memories, systems }) =>
      (["write", "search"] as const).map((verb) => ({
        heading: verb === "write" ? `${whole(memories)} memories: one write` : "one search",
        isNumber: true,
        cell: ({ name }: Row) => {
          const times = systems.find((one) => one.name === name)?.[verb];
          return times === undefined
            ? NOTHING
            : `${timeOf(times.p50Ms)} (p95 ${timeOf(times.p95Ms)})`;
        },
      })),
    ),
  ];
  return `${markdownTable(columns, sizes[0]?.systems ?? [])}\n\n${origin(SPEED)}`;
}

/** Writes what is kept, mixed up and sent. */
export function safetyTable(): string {
  const { systems } = safety();
  type Row = (typeof systems)[number];
  const columns: readonly Column<Row>[] = [
    { heading: "memory", cell: nameOf },
    { heading: "two writers: lost", isNumber: true, cell: ({ twoWriters }) => lostOf(twoWriters) },
    { heading: "killed: lost", isNumber: true, cell: ({ killed }) => lostOf(killed) },
    {
      heading: "users mixed up",
      isNumber: true,
      cell: ({ lookAlikes: found }) =>
        found === undefined ? NOTHING : `${found.mixedUp.length} of ${found.pairs}`,
    },
    {
      heading: "calls of the embedder, a write",
      isNumber: true,
      cell: ({ requests }) => String(requests.embedderPerWrite),
    },
    {
      heading: "a search",
      isNumber: true,
      cell: ({ requests }) => String(requests.embedderPerSearch),
    },
    { heading: "hosts that it tried to reach", cell: ({ requests }) => hostsOf(requests.hosts) },
  ];
  return `${markdownTable(columns, systems)}\n\n${origin(SAFETY)}`;
}

function finding(): SavedFinding {
  return readResult(FINDING) as SavedFinding;
}

function speed(): SavedSpeed {
  return readResult(SPEED) as SavedSpeed;
}

function safety(): SavedSafety {
  return readResult(SAFETY) as SavedSafety;
}

function lostOf(writes: SavedWrites | undefined): string {
  if (writes === undefined) return NOTHING;
  const failed = writes.failed === 0 ? "" : `, ${whole(writes.failed)} refused`;
  return `${whole(writes.lost)} of ${whole(writes.acknowledged)}${failed}`;
}

function hostsOf(hosts: Readonly<Record<string, number>>): string {
  const tried = Object.entries(hosts).map(([host, tries]) => `\`${host}\` × ${tries}`);
  return tried.length === 0 ? "none" : tried.join(", ");
}

function shortName(set: string): string {
  return set.split(" ").slice(0, 1).join("");
}

function origin(file: string): string {
  return `From [${file.replace(".json", "").replace("/", " ")}](../bench/results/${file}), made on ${machinesOf([file])}.`;
}
