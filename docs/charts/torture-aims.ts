import { markdownTable } from "./markdown-table.ts";
import { HARNESSES, whole } from "./torture-harnesses.ts";
import { partsOf, seedsOf, statesOf } from "./torture-parts.ts";
import type { TortureResult } from "./torture-results.ts";

/** Number of rounds that is to be reached, by one store or by all together. */
interface Aim {
  readonly harness: string;
  readonly rounds: number;
  readonly stores: readonly string[];
}

const AIMS: readonly Aim[] = [
  { harness: "crash", rounds: 10_000, stores: ["sqlite"] },
  { harness: "fuzz", rounds: 1_000_000, stores: ["memory", "sqlite", "postgres"] },
  { harness: "isolation", rounds: 10_000, stores: ["memory"] },
  { harness: "isolation", rounds: 10_000, stores: ["sqlite"] },
  { harness: "isolation", rounds: 10_000, stores: ["postgres"] },
  { harness: "faults", rounds: 100_000, stores: ["memory", "sqlite", "postgres"] },
  { harness: "soak", rounds: 60, stores: ["sqlite"] },
];
const PERCENT = 100;

/** Writes how far each of the long runs has come, and the parts that it was made of. */
export function aimsSection(
  results: readonly TortureResult[],
  storeOf: (store: string) => string,
): string {
  const counted = results.filter(({ control }) => control === undefined);
  const rows = AIMS.map(({ harness: name, rounds: aim, stores }) => {
    const harness = HARNESSES.find((one) => one.name === name);
    if (harness === undefined) throw new Error(`there is no harness ${name}`);
    const own = counted.filter((one) => one.harness === name && stores.includes(one.store));
    const reached = own.reduce((sum, result) => sum + harness.roundsOf(result), 0);
    return { harness, aim, stores, own, reached };
  });
  const missed = rows.filter(({ aim, reached }) => reached < aim);
  const parts = rows.flatMap(({ harness, own }) => own.map((result) => ({ harness, result })));
  return [
    "## How far the long runs came",
    missed.length === 0
      ? "Every aim was reached."
      : `${whole(rows.length - missed.length)} of ${whole(rows.length)} aims were reached. Of the others the table says how far they came; each can go on from there.`,
    markdownTable(
      [
        { heading: "aim", cell: ({ harness }) => harness.title },
        { heading: "stores", cell: ({ stores }) => stores.map(storeOf).join(", ") },
        {
          heading: "rounds",
          isNumber: true,
          cell: ({ aim, harness }) => `${whole(aim)} ${harness.rounds}`,
        },
        { heading: "reached", isNumber: true, cell: ({ reached }) => whole(reached) },
        {
          heading: "share",
          isNumber: true,
          cell: ({ reached, aim }) =>
            `${Math.min(PERCENT, Math.floor((reached / aim) * PERCENT))}%`,
        },
      ],
      rows,
    ),
    "A long run is made in parts, each with seeds that no other part of it has. The parts are added up; the last column is the state of the code that they ran on.",
    markdownTable(
      [
        { heading: "run", cell: ({ harness }) => harness.title },
        { heading: "store", cell: ({ result }) => storeOf(result.store) },
        {
          heading: "rounds",
          isNumber: true,
          cell: ({ harness, result }) => whole(harness.roundsOf(result)),
        },
        { heading: "parts", isNumber: true, cell: ({ result }) => whole(partsOf(result).length) },
        {
          heading: "minutes",
          isNumber: true,
          cell: ({ result }) => whole(Math.round(result.seconds / 60)),
        },
        { heading: "seeds", cell: ({ result }) => seedsOf(result) },
        { heading: "Kioku", cell: ({ result }) => statesOf(result) },
      ],
      parts,
    ),
  ].join("\n\n");
}
