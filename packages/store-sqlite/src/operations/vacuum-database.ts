import { isBusy } from "../errors.js";
import type { Patience } from "../jobs/patience.js";
import { emptyLog } from "../open/empty-log.js";
import { rewriteDatabase } from "../open/rewrite-database.js";
import { whenFree } from "../open/when-free.js";
import { readSizes } from "./file-sizes.js";
import type { Maintenance } from "./maintenance.js";
import type { VacuumResult } from "./store-operations.js";

/** Rewrites the file without the space that deletions left. */
export async function vacuumDatabase(
  maintenance: Maintenance,
  patience: Patience,
): Promise<VacuumResult> {
  return maintenance.run({ exclusive: true, patience }, async (sql) => {
    const { bytes: bytesBefore } = await readSizes(sql);
    await rewriteDatabase(sql, patience);
    try {
      await whenFree(patience, () => emptyLog(sql));
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    const { bytes: bytesAfter } = await readSizes(sql);
    return { bytesBefore, bytesAfter };
  });
}
