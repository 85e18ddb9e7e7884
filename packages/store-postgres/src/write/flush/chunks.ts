import type { Channel, SqlValue, Statement } from "../../sql/driver.js";

/** Characters in one message: far below the limits of JavaScript and PostgreSQL. */
export const MAX_CHARACTERS = 4_194_304;

interface ChunkRules<Row> {
  /** Most rows of a chunk. */
  readonly rows: number;
  readonly charactersOf: (row: Row) => number;
}

/** Splits rows, in order, into chunks small enough for one statement. */
export function* chunks<Row>(
  rows: readonly Row[],
  { rows: most, charactersOf }: ChunkRules<Row>,
): Generator<readonly Row[]> {
  let from = 0;
  let characters = 0;
  for (const [position, row] of rows.entries()) {
    const more = charactersOf(row);
    if (position > from && (position - from === most || characters + more > MAX_CHARACTERS)) {
      yield rows.slice(from, position);
      from = position;
      characters = 0;
    }
    characters += more;
  }
  if (from < rows.length) yield rows.slice(from);
}

/** Characters in flight; a larger write waits for the server, which bounds memory. */
const MAX_ON_ITS_WAY = 4 * MAX_CHARACTERS;

/** Sends writes as they are made; the last ones travel with the commit. */
export async function sendStatements(
  channel: Channel,
  statements: Iterable<Statement>,
): Promise<void> {
  let length = 0;
  for (const statement of statements) {
    length += statement.values.reduce<number>((sum, value) => sum + lengthOf(value), 0);
    if (length <= MAX_ON_ITS_WAY) channel.finish(statement);
    else {
      await channel.change(statement);
      length = 0;
    }
  }
}

function lengthOf(value: SqlValue): number {
  return typeof value === "string" || value instanceof Uint8Array ? value.length : 0;
}
