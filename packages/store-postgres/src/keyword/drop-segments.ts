import type { CallOptions } from "@kioku/core";
import { sql } from "kysely";

import { textArray } from "../client/encode-array.js";
import { compile } from "../sql/compile.js";
import type { StoreSession } from "../store-session.js";

/**
 * Takes away the segments of scopes with all that belongs to them. A build that is under way comes
 * to nothing.
 */
export async function dropSegments(
  session: StoreSession,
  scopes: readonly string[],
  options?: CallOptions,
): Promise<void> {
  if (scopes.length === 0) return;
  const paths = textArray(scopes);
  await session.write(options, { access: scopes, lock: scopes }, async ({ channel, names }) => {
    const tables = [names.segments, names.postings, names.graves];
    await Promise.all(
      tables.map((table) =>
        channel.change(compile(sql`delete from ${table} where scope = any(${paths}::text[])`)),
      ),
    );
  });
}
