import type { StoredSpace } from "@kioku/core/toolkit";
import { sql } from "kysely";

import type { Ask } from "../ask.js";

/** All spaces that are known, by id. */
export async function readSpaces(ask: Ask): Promise<readonly StoredSpace[]> {
  return ask<StoredSpace>(
    ({ names }) => sql`select name as id, dimensions, state from ${names.spaces} order by name`,
  );
}
