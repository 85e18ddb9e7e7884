import { storeConformance } from "@kioku/testing";
import type { ConformanceCase } from "@kioku/testing";

import type { PostgresStoreOptions } from "../../src/index.js";
import type { TestDatabase } from "./databases.js";
import { reusedSchemas } from "./reused-schemas.js";

/**
 * Claims that a store with indexes lacks: their cases run on one without. Nothing else may be
 * skipped.
 */
const NOT_OF_INDEXES = "exact vector";

/** Returns true for a case that only a store without indexes passes. */
export function needsExact({ requires }: ConformanceCase): boolean {
  return requires.includes(NOT_OF_INDEXES);
}

/** Returns the cases, each on schemas that are empty. */
export function conformanceCases(
  database: Pick<TestDatabase, "newSchema" | "newStore" | "query">,
  options: Partial<PostgresStoreOptions>,
  prepare: (schema: string) => Promise<void> = async (schema) => {
    await using store = database.newStore({ schema, ...options });
    await store.open();
  },
): readonly ConformanceCase[] {
  const schemas = reusedSchemas(database, async () => {
    const schema = database.newSchema();
    await prepare(schema);
    return schema;
  });
  const create = async (): Promise<ReturnType<typeof database.newStore>> =>
    database.newStore({ schema: await schemas.next(), ...options });
  return storeConformance(create).map((one) => ({
    ...one,
    run: async () => {
      await schemas.empty();
      return one.run();
    },
  }));
}
