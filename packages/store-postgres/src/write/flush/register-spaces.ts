import type { StoredSpace } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { compile } from "../../sql/compile.js";
import type { StoreContext } from "../../store-context.js";
import { loadSpaces } from "../load/load-model.js";
import type { SpaceModel } from "../model/space-model.js";
import { lockRegistry } from "../scope-locks.js";
import { columnNames, rowsSql } from "./rows-sql.js";
import type { Column } from "./rows-sql.js";

const COLUMNS: readonly Column<StoredSpace>[] = [
  { name: "name", type: "text", read: ({ id }) => id },
  { name: "dimensions", type: "integer", read: ({ dimensions }) => dimensions },
  { name: "state", type: "text", read: ({ state }) => state },
];

/**
 * Writes spaces that a batch made known or changed, before its vectors. A space is new once:
 * whoever was quicker decides its width.
 * @param isLocked - Nobody else has made any known since the batch was loaded.
 * @throws `vector-space-mismatch` if somebody did, with another width.
 */
export async function registerSpaces(
  context: StoreContext,
  spaces: SpaceModel,
  isLocked: boolean,
): Promise<void> {
  if (spaces.changed.length === 0) return;
  if (!isLocked) {
    const [, stored] = await Promise.all([lockRegistry(context), loadSpaces(context)]);
    for (const space of stored) spaces.meet(space);
    if (spaces.changed.length === 0) return;
  }
  context.channel.finish(
    compile(sql`
      insert into ${context.names.spaces} (${columnNames(COLUMNS)})
      ${rowsSql(COLUMNS, spaces.changed)}
      on conflict (name) do update set state = excluded.state`),
  );
}
