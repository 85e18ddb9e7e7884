import { markdownTable } from "../markdown-table.ts";
import type { Column } from "../markdown-table.ts";
import { readResult, significant, whole } from "./bench-results.ts";

/** Members of the saved simulation that the table needs. */
interface SavedShards {
  readonly nodes: readonly SavedNodes[];
  readonly growth: readonly SavedGrowth[];
}

interface SavedNodes {
  readonly shards: number;
  readonly nodes: number;
  readonly meanBytes: number;
  readonly balancedOverMean: number;
  readonly hottestOverMean: number;
  readonly recallsPerSecond: number;
  readonly remembersPerSecond: number;
}

interface SavedGrowth {
  readonly shards: number;
  readonly from: number;
  readonly moved: number;
  readonly bytes: number;
  readonly minutesAtOnce: number;
}

const SHOWN: ReadonlySet<number> = new Set([64, 256]);
const GIB = 2 ** 30;

/** Writes the table of shards on nodes, from the saved simulation. */
export function shardsTable(): string {
  const { nodes, growth } = readResult("shards.json") as SavedShards;
  const doubling = (row: SavedNodes): string => {
    const found = growth.find(({ shards, from }) => shards === row.shards && from === row.nodes);
    if (!found) return "";
    const { moved, bytes, minutesAtOnce } = found;
    return `${moved} shards, ${whole(bytes / GIB)} GiB, ${significant(minutesAtOnce)} min`;
  };
  return markdownTable(
    [
      number("shards", ({ shards }) => whole(shards)),
      number("nodes", (row) => whole(row.nodes)),
      number("GiB of the fullest", ({ meanBytes, balancedOverMean }) =>
        significant((meanBytes * balancedOverMean) / GIB),
      ),
      number("work of the hottest", ({ hottestOverMean }) => `${significant(hottestOverMean)} x`),
      number("recalls/s", ({ recallsPerSecond }) => significant(recallsPerSecond)),
      number("writes/s", ({ remembersPerSecond }) => significant(remembersPerSecond)),
      number("moves to double the nodes", doubling),
    ],
    nodes.filter(({ shards }) => SHOWN.has(shards)),
  );
}

function number(heading: string, cell: (row: SavedNodes) => string): Column<SavedNodes> {
  return { heading, isNumber: true, cell };
}
