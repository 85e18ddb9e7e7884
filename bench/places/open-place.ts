import { randomUUID } from "node:crypto";
import { join } from "node:path";

import type { Address, Place } from "./place.ts";
import { PostgresPlace } from "./postgres-place.ts";
import { SqlitePlace } from "./sqlite-place.ts";

/** The choice of a command's store. */
export interface PlaceChoice {
  readonly store: Address["store"];
  /** Address of a PostgreSQL server; without one, PGlite is used. */
  readonly url?: string | undefined;
  /**
   * From how many vectors of a scope on PostgreSQL indexes them, and searches by that; its default
   * if absent.
   */
  readonly indexFrom?: number | undefined;
}

/** A new place; what lies in files is in `folder`. */
export function newPlace({ store, url, indexFrom }: PlaceChoice, folder: string): Place {
  if (store === "sqlite") return placeAt({ store, path: join(folder, "kioku.db") });
  const schema = `kioku_bench_${randomUUID().replaceAll("-", "")}`;
  return placeAt({
    store,
    schema,
    indexFrom,
    ...(url === undefined ? { folder: join(folder, "pglite") } : { url }),
  });
}

/** The place of an address. */
export function placeAt(address: Address): Place {
  return address.store === "sqlite" ? new SqlitePlace(address) : new PostgresPlace(address);
}
