import { MemoryError } from "@kioku/core";

import { CITUS_NODES } from "../index/citus.js";
import type { NodeInspection } from "../index/dialect.js";
import type { ResolvedOptions } from "../options.js";
import { withMigrationLock } from "../schema/migration-lock.js";
import type { Channel, Driver } from "../sql/driver.js";
import type { Names } from "../sql/names.js";
import { unlessForbidden } from "./ensure-extension.js";
import type { Inspection } from "./inspect-database.js";

interface PlacedSchema {
  readonly driver: Driver;
  readonly options: ResolvedOptions;
  readonly names: Names;
}

/**
 * Returns true if the schema still has to be handed over to a node. Changes nothing.
 * @throws `store-failed` or `invalid-input` if the dialect does not fit the database, or if this is
 *   not the coordinator.
 */
export async function mustBePlaced(
  { driver, options }: Pick<PlacedSchema, "driver" | "options">,
  { has_citus }: Inspection,
): Promise<boolean> {
  const { dialect, schema, onWarning } = options;
  const { nodes } = dialect;
  if (!has_citus) {
    if (!nodes) return false;
    throw new MemoryError(
      "store-failed",
      `the database has no extension citus, which option dialect is for: run create extension citus on every node, or leave the option out`,
    );
  }
  const { is_coordinator, is_placed } = await inspectNodes(driver, schema);
  if (!is_coordinator) {
    throw new MemoryError(
      "invalid-input",
      "the connection is to a worker of Citus, where writers of other connections are not seen: connect to the coordinator",
    );
  }
  if (nodes) return !is_placed;
  if (is_placed) {
    throw new MemoryError(
      "invalid-input",
      `schema "${schema}" is on a node of Citus: set option dialect to citus`,
    );
  }
  onWarning(
    `the database has the extension citus, and schema "${schema}" stays on the coordinator: set option dialect to citus to have it on a node`,
  );
  return false;
}

/** Hands the schema over to a node, as the dialect asks for. */
export async function placeSchema({ driver, options, names }: PlacedSchema): Promise<void> {
  const { dialect, schema } = options;
  const what = `hand schema "${schema}" over to a node of Citus`;
  if (!options.migrate) {
    throw new MemoryError(
      "store-failed",
      `the option migrate is false, and somebody has to ${what}: open it once with migrate: true as its owner`,
    );
  }
  await unlessForbidden(what, () =>
    withMigrationLock({ driver, names }, async (channel) => {
      if ((await inspectNodes(channel, schema)).is_placed) return;
      for (const statement of dialect.nodes?.place(schema) ?? []) await channel.rows(statement);
    }),
  );
}

async function inspectNodes(
  channel: Pick<Channel, "rows">,
  schema: string,
): Promise<NodeInspection> {
  const [found] = await channel.rows<NodeInspection>(CITUS_NODES.inspect(schema));
  if (!found) throw new Error("Citus did not say which node this is");
  return found;
}
