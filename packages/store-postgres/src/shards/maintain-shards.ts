import { scopeToPath } from "@kioku/core/toolkit";
import type { StoredSpace } from "@kioku/core/toolkit";

import { checkMaintainOptions, report } from "../maintain/maintain-options.js";
import type { MaintainOptions, MaintenanceReport } from "../maintain/maintain-options.js";
import type { PostgresStore } from "../postgres-store.js";
import type { Shards } from "./shards.js";

/** Maintains all shards, one after the other. Throws the first failure when all have ended. */
export async function maintainShards(
  shards: Shards,
  options: MaintainOptions = {},
): Promise<MaintenanceReport> {
  checkMaintainOptions(options);
  const { scopes, onProgress } = options;
  const spaces = await (await shards.at(0, options)).spaces(options);
  const reports: MaintenanceReport[] = [];
  await shards.inTurn(shards.all, options, async (store, shard) => {
    if (shard !== 0) await takeStates(store, spaces, options);
    const own = scopes?.filter((scope) => shards.shardOf(scope) === shard);
    reports.push(
      await store.maintain({
        ...options,
        scopes: own,
        onProgress: (progress) => report(onProgress, { ...progress, shard }),
      }),
    );
    return true;
  });
  return {
    isBusy: reports.every(({ isBusy }) => isBusy),
    built: reports.flatMap(({ built }) => built),
    kept: reports.reduce((sum, { kept }) => sum + kept, 0),
    dropped: reports.reduce((sum, { dropped }) => sum + dropped, 0),
    segments: reports
      .flatMap(({ segments }) => segments)
      .toSorted((a, b) => (scopeToPath(a) < scopeToPath(b) ? -1 : 1)),
    analyzed: [...new Set(reports.flatMap(({ analyzed }) => analyzed))],
  };
}

/** Gives the spaces that a shard knows the states that they have in shard 0. */
async function takeStates(
  store: PostgresStore,
  spaces: readonly StoredSpace[],
  { signal }: MaintainOptions,
): Promise<void> {
  const own = new Map((await store.spaces({ signal })).map(({ id, state }) => [id, state]));
  const ops = spaces.flatMap(({ id, dimensions, state }) => {
    const isOther = own.has(id) && own.get(id) !== state;
    return isOther ? [{ op: "space", space: { id, dimensions }, state } as const] : [];
  });
  if (ops.length > 0) await store.write(ops, { signal });
}
