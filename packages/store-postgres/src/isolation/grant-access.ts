import type { Channel } from "../client/driver.js";
import type { ResolvedOptions } from "../options.js";
import { grantScopes } from "./policies.js";

/**
 * Tells the database which scopes a transaction may touch, if it guards them; nothing of it
 * outlives the transaction.
 */
export async function grantAccess(
  channel: Channel,
  paths: readonly string[],
  { rowLevelSecurity, dialect }: Pick<ResolvedOptions, "rowLevelSecurity" | "dialect">,
): Promise<void> {
  if (!rowLevelSecurity) return;
  const statements = grantScopes(paths, dialect);
  await Promise.all(statements.map((statement) => channel.rows(statement)));
}
