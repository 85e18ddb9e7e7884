import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/** Makes settings hold until the transaction ends, in one statement; none for none. */
export function localSettings(
  settings: Readonly<Record<string, string>>,
): readonly RawBuilder<unknown>[] {
  const calls = Object.entries(settings).map(
    ([name, value]) => sql`set_config(${name}, ${value}, true)`,
  );
  return calls.length === 0 ? [] : [sql`select ${sql.join(calls)}`];
}
