import type { PostgresStore } from "@kioku/store-postgres";

import type { Call } from "../command/call.js";
import { failureOf } from "../output/failure.js";
import { counted } from "../output/numbers.js";
import type { SWEEP_FLAGS } from "../table/forget-commands.js";

type SweepCall = Call<typeof SWEEP_FLAGS>;

/** Runs `sweep`. */
export async function run(call: SweepCall): Promise<void> {
  const { print, signal, flags } = call;
  const { root, store } = await call.open();
  const progress = print.progress("Sweeping");
  const report = await root.sweep({
    archiveBelow: flags["archive-below"],
    signal,
    onProgress: ({ removed, retired, archived }) => progress(removed + retired + archived),
  });
  if (store.kind === "postgres") await maintain(store.postgres, call);
  await print.result(report, () => [
    `${counted(report.removed, "memory", "memories")} expired, ${report.retired} past their retention, ${report.archived} archived`,
  ]);
}

/** Brings the indexes of a server up to date: it is cron that sweeps. */
async function maintain(store: PostgresStore, { print, signal }: SweepCall): Promise<void> {
  try {
    await store.maintain({ signal });
  } catch (error) {
    const { code, message } = failureOf(error, signal);
    // Roles that do not own the tables may sweep, too.
    if (code !== "store-failed") throw error;
    await print.note(message);
  }
}
