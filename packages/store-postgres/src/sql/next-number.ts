import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { Names } from "./names.js";

/** The next of `record_numbers`: a number of a text, of a job or of a generation of a segment. */
export function nextNumber({ schema }: Names): RawBuilder<unknown> {
  return sql`nextval(${sql.lit(`"${schema.replaceAll('"', '""')}".record_numbers`)})`;
}
