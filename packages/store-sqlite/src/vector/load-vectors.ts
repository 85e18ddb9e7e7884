import type { Connection } from "../sql/connection.js";
import type { StoredVector, VectorsOfScope } from "./resident-vectors.js";
import { bytesToVector } from "./vector-bytes.js";

const PAGE =
  "select record, vec from vectors where space = ? and scope = ? and record > ? order by record limit 1000";

interface VectorRow {
  readonly record: number;
  readonly vec: Uint8Array;
}

/** All vectors of one space and scope, read in portions. */
export function* loadVectors(
  connection: Connection,
  { space, scope }: Pick<VectorsOfScope, "space" | "scope">,
): Iterable<StoredVector> {
  let last: number | undefined = -1;
  while (last !== undefined) {
    const rows: VectorRow[] = connection.all<VectorRow>(PAGE, space, scope, last);
    for (const { record, vec } of rows) yield { record, values: bytesToVector(vec) };
    last = rows.at(-1)?.record;
  }
}
