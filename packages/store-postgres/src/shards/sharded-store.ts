import { SegmentCache } from "../index/segment/segment-cache.js";
import { checkedName, checkedShards, checkNames } from "../open/check-options.js";
import { openDrivers } from "../open/client/open-drivers.js";
import { OPTION_NAMES, resolveOptions, type PostgresStoreOptions } from "../options.js";
import { storeOf, type PostgresStore } from "../postgres-store.js";
import { dueShards } from "./due-shards.js";
import type { SpaceWidths } from "./shard-spaces.js";
import { ShardedPostgresStore } from "./sharded-postgres-store.js";

/** Options of a store in several schemas of one server, or of Citus. */
export interface ShardedSchemasOptions extends PostgresStoreOptions {
  /**
   * Number of shards, 1 to 1,024, in schemas named by the option `schema` and a number: `kioku_0`
   * and so on. It cannot be changed later: another number is refused.
   */
  readonly shards: number;
}

/** Options of a store on several servers. */
export interface ShardedServersOptions {
  /**
   * Options of the store of each shard, 1 to 1,024. Their number and order cannot be changed
   * later; an address can.
   */
  readonly stores: readonly PostgresStoreOptions[];
}

/** Options of `shardedStore`: `shards` and where they are, or `stores`. */
export type ShardedStoreOptions = ShardedSchemasOptions | ShardedServersOptions;

/**
 * A store in PostgreSQL whose scopes are divided among shards by their first element, as
 * `shardOfScope` says: one database with many schemas, or many servers. Reads over several shards
 * answer as one store; a write is all or nothing within one shard, and `unsupported` over several.
 * @throws `invalid-input` if an option is wrong.
 */
export function shardedStore(options: ShardedStoreOptions): PostgresStore {
  const given: unknown = options;
  const hasStores = typeof given === "object" && given !== null && "stores" in given;
  return hasStores
    ? onServers(given as ShardedServersOptions)
    : inSchemas(given as ShardedSchemasOptions);
}

function onServers(options: ShardedServersOptions): PostgresStore {
  checkNames("shardedStore", options, ["stores"]);
  const { stores } = options;
  const count = checkedShards("stores.length", Array.isArray(stores) ? stores.length : stores);
  const widths: SpaceWidths = new Map();
  return new ShardedPostgresStore(
    stores.map((each, index) =>
      storeOf({ ...resolveOptions(each), shard: { index, count }, onNewSpace: forgetIn(widths) }),
    ),
    widths,
  );
}

function inSchemas(given: ShardedSchemasOptions): PostgresStore {
  checkNames("shardedStore", given, [...OPTION_NAMES, "shards"]);
  const { shards, ...options } = given;
  const resolved = resolveOptions(options);
  const count = checkedShards("shards", shards);
  checkedName("schema", `${resolved.schema}_${count - 1}`);
  const shared = { drivers: openDrivers(resolved, count), segmentCache: new SegmentCache() };
  const { driver, primary } = shared.drivers;
  const widths: SpaceWidths = new Map();
  const each = Array.from({ length: count }, (_, index) => {
    const schema = `${resolved.schema}_${index}`;
    return { ...resolved, schema, shard: { index, count }, onNewSpace: forgetIn(widths) };
  });
  const stores = each.map((one) => storeOf(one, shared));
  return new ShardedPostgresStore(stores, widths, {
    // A statement over several nodes of Citus is slower than one on each.
    ...(!resolved.dialect.nodes && {
      due: (now, asked) => dueShards(primary, { now, shards: each }, asked),
    }),
    end: () => driver.close(),
  });
}

function forgetIn(widths: SpaceWidths): (space: string) => void {
  return (space) => void widths.delete(space);
}
