import { MemoryError } from "@kioku/core";

import type { Driver } from "../client/driver.js";
import { withMigrationLock } from "../migrations/migration-lock.js";
import { inspectDatabase } from "../open/inspect-database.js";
import type { Inspection } from "../open/inspect-database.js";
import { unlessForbidden } from "../open/unless-forbidden.js";
import type { ResolvedOptions } from "../options.js";
import { compile } from "../sql/compile.js";
import { SCOPED_TABLES } from "../sql/names.js";
import type { Names } from "../sql/names.js";
import { policyStatements } from "./policies.js";

/** A schema that is up to date. */
export interface SecuredPlace {
  readonly driver: Driver;
  readonly options: ResolvedOptions;
  readonly names: Names;
}

/**
 * Makes the policies where the option asks for them and they are not there, and warns about roles
 * that they do not bind.
 * @throws `invalid-input` if there are policies that would hide rows from this store, because it
 *   was not told of them.
 */
export async function securePolicies(place: SecuredPlace, seen: Inspection): Promise<void> {
  const { rowLevelSecurity, schema, onWarning } = place.options;
  const isUnbound = seen.is_superuser || seen.bypasses_policies;
  if (!rowLevelSecurity) {
    if (seen.binding === 0 || isUnbound) return;
    throw new MemoryError(
      "invalid-input",
      `schema "${schema}" has row level security, which hides rows from a store without the option rowLevelSecurity: set it to true`,
    );
  }
  if (!isSecured(seen)) await addPolicies(place, seen);
  if (isUnbound) {
    const why = seen.is_superuser ? "is a superuser" : "has BYPASSRLS";
    onWarning(
      `row level security does not bind the role of this connection, which ${why}: connect as a role that has only what grantsSql() gives`,
    );
  }
}

function isSecured({ secured, unforced }: Inspection): boolean {
  return secured === SCOPED_TABLES.length && unforced === 0;
}

async function addPolicies(place: SecuredPlace, seen: Inspection): Promise<void> {
  const { driver, options, names } = place;
  const { schema, dialect, migrate, onWarning } = options;
  if (migrate) {
    await unlessForbidden(`add row level security to schema "${schema}"`, () =>
      withMigrationLock(
        { driver, names, advisoryLocks: dialect.supports.advisoryLocks },
        async (channel) => {
          if (isSecured(await inspectDatabase(channel, options))) return;
          await Promise.all(
            policyStatements(names).map((statement) => channel.rows(compile(statement))),
          );
        },
      ),
    );
    return;
  }
  if (seen.secured < SCOPED_TABLES.length) {
    throw new MemoryError(
      "store-failed",
      `schema "${schema}" has no row level security, and the option migrate is false: open it once with migrate: true as its owner`,
    );
  }
  onWarning(
    `row level security does not bind the role of this connection, which owns tables without FORCE: connect as a role that has only what ` +
      "grantsSql() gives",
  );
}
