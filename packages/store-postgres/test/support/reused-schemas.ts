import { SCOPED_TABLES } from "../../src/sql/names.js";
import type { TestDatabase } from "./databases.js";

/** Schemas for the cases of a suite: a new one for each store would take minutes. */
export interface ReusedSchemas {
  /** A schema without rows that no other store of this case has. */
  next(): Promise<string>;
  /** Empties those that a case has used, for the next case. */
  empty(): Promise<void>;
}

/** Schemas that are made once and emptied between cases. */
export function reusedSchemas(
  database: Pick<TestDatabase, "query">,
  create: () => Promise<string>,
): ReusedSchemas {
  const schemas: string[] = [];
  let used = 0;
  return {
    next: async () => {
      const schema = schemas[used] ?? (await create());
      schemas[used] = schema;
      used += 1;
      return schema;
    },
    empty: async () => {
      for (const schema of schemas.slice(0, used)) {
        // Of few rows, many times quicker than `truncate`, which makes new files.
        const deletions = [...SCOPED_TABLES, "spaces", "claims"].map(
          (table) => `${table}_gone as (delete from "${schema}".${table})`,
        );
        await database.query(`with ${deletions.join(", ")} select`);
      }
      used = 0;
    },
  };
}
