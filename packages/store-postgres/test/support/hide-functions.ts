import type { TestDatabase } from "./databases.js";

/** Says of a schema that it has no functions; stores that are opened later use none. */
export async function hideFunctions(database: TestDatabase, schema: string): Promise<void> {
  await database.query(
    `update "${schema}".migrations set layout = '{"partitions":0,"hasFunctions":false}'
     where layout is not null`,
  );
}
