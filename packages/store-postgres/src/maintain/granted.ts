import type { RawBuilder } from "kysely";

import { compile } from "../sql/compile.js";
import type { Workshop } from "../store-session.js";

/** Runs one statement that may see and change rows of all scopes. */
export async function granted<Row>(
  { session }: Workshop,
  statement: RawBuilder<unknown>,
  signal?: AbortSignal,
): Promise<readonly Row[]> {
  return session.write({ signal }, { access: [""], lock: [] }, ({ channel }) =>
    channel.rows<Row>(compile(statement)),
  );
}
