import type { StoredSpace } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { lockRegistry } from "../../sql/locks.js";
import { columnNames, rowsSql, type Column } from "../../sql/rows-sql.js";
import type { StoreContext } from "../../store-context.js";
import { loadSpaces } from "../load/load-model.js";
import type { SpaceModel } from "../model/space-model.js";

const COLUMNS: readonly Column<StoredSpace>[] = [
  { name: "name", type: "text", read: ({ id }) => id },
  { name: "dimensions", type: "integer", read: ({ dimensions }) => dimensions },
  { name: "state", type: "text", read: ({ state }) => state },
];

/**
 * Writes new and changed spaces, before their vectors. The first writer decides the width.
 * @param isLocked - True if the registry was locked before the batch was loaded.
 * @throws `vector-space-mismatch` if another writer chose another width.
 */
export async function registerSpaces(
  context: StoreContext,
  spaces: SpaceModel,
  isLocked: boolean,
): Promise<void> {
  if (spaces.changed.length === 0) return;
  if (!isLocked) {
    const [, stored] = await Promise.all([lockRegistry(context), loadSpaces(context)]);
    for (const space of stored) spaces.addConcurrent(space);
    if (spaces.changed.length === 0) return;
  }
  for (const { id } of spaces.changed) context.onNewSpace?.(id);
  context.channel.finish(sql`
      insert into ${context.names.spaces} (${columnNames(COLUMNS)})
      ${rowsSql(COLUMNS, spaces.changed)}
      on conflict (name) do update set state = excluded.state`);
}
