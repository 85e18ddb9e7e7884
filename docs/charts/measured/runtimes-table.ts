import { markdownTable } from "../markdown-table.ts";
import { linkTo, readResult } from "./bench-results.ts";

interface SavedRuntimes {
  readonly date: string;
  readonly versions: Readonly<Record<string, string>>;
  /** Versions by name. */
  readonly runtimes: Readonly<Record<string, string>>;
  readonly rows: readonly {
    readonly what: string;
    readonly cells: Readonly<Record<string, { readonly passed: number; readonly all: number }>>;
  }[];
}

const FILE = "runtimes.json";

/** Writes the table of what passed on which runtime. */
export function runtimesTable(): string {
  const { date, versions, runtimes, rows } = readResult(FILE) as SavedRuntimes;
  const columns = [
    { heading: "what was run", cell: ({ what }: SavedRuntimes["rows"][number]) => what },
    ...Object.entries(runtimes).map(([name, version]) => ({
      heading: `${name} ${version}`,
      isNumber: true,
      cell: ({ cells }: SavedRuntimes["rows"][number]) => {
        const cell = cells[name];
        return cell ? `${cell.passed} of ${cell.all}` : "not run";
      },
    })),
  ];
  const drivers = Object.entries(versions)
    .filter(([name]) => name !== "kioku")
    .map(([name, version]) => `${name} ${version}`);
  return `${markdownTable(columns, rows)}\n\nOn Linux x64, ${date}, with ${drivers.join(", ")}. From ${linkTo(FILE, 2)}.`;
}
