import { markdownTable } from "../markdown-table.ts";
import type { Column } from "../markdown-table.ts";
import { linkTo, readResult, significant, timeOf, whole } from "./bench-results.ts";
import type { SavedTimes } from "./bench-results.ts";

interface SavedStore {
  readonly count: number;
  readonly vector: SavedTimes & { readonly recallAt10: number };
  readonly hybrid: SavedTimes & { readonly recallAt10: number };
  readonly smallScope: { readonly p50Ms: number };
  readonly smallScopeP95Ms: number;
  readonly writeRowsPerSecond: Readonly<Record<string, number>>;
  readonly rememberRowsPerSecond: Readonly<Record<string, number>>;
  readonly singleWriteP50Ms: number;
  readonly bareCommitP50Ms: number;
  readonly bytesPerRecord: number;
  readonly coldOpenMs: number;
  readonly warmAfterMs: number;
  readonly loopDelayMaxMs: number;
  readonly fillMs: number;
  /** Absent in files from before stores could be settled. */
  readonly settleMs?: number;
  /** Absent in files from before they were measured, as `residentMb`. */
  readonly secondRecallMs?: number;
  readonly residentMb?: Readonly<Record<"before" | "after", { readonly rss: number }>>;
}

interface SavedTenants {
  readonly tenants: number;
  readonly records: number;
  readonly dimensions: number;
  readonly recall: SavedTimes;
  readonly vector: SavedTimes;
  readonly roundTrip: SavedTimes;
  readonly complete: number;
  readonly writeRowsPerSecond: number;
  readonly bytesPerRecord: number;
}

type Named<Saved> = Saved & { readonly file: string };

const STORES = [
  "store/10000.json",
  "store/100000.json",
  "store/1000000.json",
  "store/postgres/10000.json",
  "store/postgres/100000.json",
];
const TENANTS = ["tenants/postgres-1000.json", "tenants/postgres-1000000.json"];
const MIB = 2 ** 20;
const UNKNOWN = "–";

/** A figure of a store, by what it says. */
type Figure<Saved> = readonly [what: string, of: (saved: Saved) => string];

const pair = ({ p50Ms, p95Ms }: SavedTimes): string => `${timeOf(p50Ms)} / ${timeOf(p95Ms)}`;

const STORE_FIGURES: readonly Figure<SavedStore>[] = [
  ["whole hybrid `recall`, median / p95", ({ hybrid }) => pair(hybrid)],
  ["its ten best against an exact search", ({ hybrid }) => hybrid.recallAt10.toFixed(3)],
  ["search by vector alone, median / p95", ({ vector }) => pair(vector)],
  [
    "`recall` in a scope of 100 beside it, median / p95",
    ({ smallScope, smallScopeP95Ms: p95Ms }) => pair({ p50Ms: smallScope.p50Ms, p95Ms }),
  ],
  ["one durable write, median", ({ singleWriteP50Ms }) => timeOf(singleWriteP50Ms)],
  ["a bare commit of the engine", ({ bareCommitP50Ms }) => timeOf(bareCommitP50Ms)],
  [
    "records a second by `rememberAll`, 1,000 at once",
    ({ rememberRowsPerSecond }) => significant(rememberRowsPerSecond["1000"] ?? Number.NaN),
  ],
  ["writing all of them", ({ fillMs }) => timeOf(fillMs)],
  [
    "`maintain()` after that",
    ({ settleMs }) => (settleMs === undefined ? "not needed" : timeOf(settleMs)),
  ],
  ["a fresh process, to its first answer", ({ coldOpenMs }) => timeOf(coldOpenMs)],
  ["its second recall", ({ secondRecallMs: ms }) => (ms === undefined ? UNKNOWN : timeOf(ms))],
  ["the process, to full speed", ({ warmAfterMs }) => timeOf(warmAfterMs)],
  [
    "its memory after that / before opening, MiB",
    ({ residentMb }) =>
      residentMb
        ? `${significant(residentMb.after.rss)} / ${significant(residentMb.before.rss)}`
        : UNKNOWN,
  ],
  ["longest pause of the event loop meanwhile", ({ loopDelayMaxMs }) => timeOf(loopDelayMaxMs)],
  ["bytes on disk a record", ({ bytesPerRecord }) => significant(bytesPerRecord)],
  ["MiB on disk", ({ bytesPerRecord, count }) => significant((bytesPerRecord * count) / MIB)],
];

const TENANT_FIGURES: readonly Figure<SavedTenants>[] = [
  ["records of each", ({ records }) => whole(records)],
  ["width of the vectors", ({ dimensions }) => whole(dimensions)],
  ["whole `recall` of one tenant, median / p95", ({ recall }) => pair(recall)],
  ["a statement that asks for nothing, median / p95", ({ roundTrip }) => pair(roundTrip)],
  ["vectors alone, median / p95", ({ vector }) => pair(vector)],
  ["recalls that found all there is", ({ complete }) => `${complete} %`],
  ["records written a second", ({ writeRowsPerSecond }) => significant(writeRowsPerSecond)],
  ["bytes on disk a record", ({ bytesPerRecord }) => significant(bytesPerRecord)],
];

/** Writes the table of a growing store, on SQLite and on PostgreSQL. */
export function growthTable(): string {
  const stores = STORES.map(named<SavedStore>);
  return turned(STORE_FIGURES, stores, ({ file, count }) => {
    const store = file.includes("postgres") ? "PostgreSQL" : "SQLite";
    return `${store}, [${whole(count)}](../bench/results/${file})`;
  });
}

/** Writes the table of the costs of many tenants, on PostgreSQL. */
export function tenantsTable(): string {
  const tenants = TENANTS.map(named<SavedTenants>);
  return turned(
    TENANT_FIGURES,
    tenants,
    ({ file, tenants: count }) => `[${whole(count)} tenants](../bench/results/${file})`,
  );
}

interface SavedStep {
  readonly ms: number;
  readonly peakMiB: number;
}

interface SavedTransfer {
  readonly records: number;
  readonly fileMiB: number;
  readonly equal: boolean;
  readonly export: SavedStep;
  readonly import: SavedStep;
}

/** Writes the table of the costs of export and import. */
export function transferTable(): string {
  const file = "transfer-100000.json";
  const { runs } = readResult(file) as { readonly runs: readonly SavedTransfer[] };
  const number = (
    heading: string,
    cell: (run: SavedTransfer) => string,
  ): Column<SavedTransfer> => ({
    heading,
    isNumber: true,
    cell,
  });
  const columns = [
    number("records", ({ records }) => whole(records)),
    number("MiB of lines", ({ fileMiB }) => whole(fileMiB)),
    number("export", (run) => timeOf(run.export.ms)),
    number("memory of it", (run) => `${whole(run.export.peakMiB)} MiB`),
    number("import", (run) => timeOf(run.import.ms)),
    number("memory of it", (run) => `${whole(run.import.peakMiB)} MiB`),
    { heading: "equal byte for byte", cell: ({ equal }: SavedTransfer) => (equal ? "yes" : "NO") },
  ];
  return `${markdownTable(columns, runs)}\n\nFrom ${linkTo(file, 1)}.`;
}

function named<Saved>(file: string): Named<Saved> {
  return { ...(readResult(file) as Saved), file };
}

/** A row for each figure, a column for each file. */
function turned<Saved>(
  figures: readonly Figure<Saved>[],
  files: readonly Saved[],
  headingOf: (saved: Saved) => string,
): string {
  const columns: readonly Column<Figure<Saved>>[] = [
    { heading: "what", cell: ([what]) => what },
    ...files.map((saved) => ({
      heading: headingOf(saved),
      isNumber: true,
      cell: ([, of]: Figure<Saved>) => of(saved),
    })),
  ];
  return markdownTable(columns, figures);
}
