import type { StoreReport } from "../store-report.ts";
import { measureLoopDelay } from "./loop-delay.ts";
import type { LoopDelay } from "./loop-delay.ts";
import type { Run } from "./run.ts";
import { measureSingleCommits } from "./single-commits.ts";
import type { SingleCommits } from "./single-commits.ts";
import { measureCallers, measureRemember, measureStoreWrites } from "./write-rates.ts";

type Writes = LoopDelay &
  SingleCommits &
  Pick<StoreReport, "writeRowsPerSecond" | "rememberRowsPerSecond" | "callersRowsPerSecond">;

/** Everything that writes, into a scope of its own beside the large one. */
export async function measureWrites(run: Run): Promise<Writes> {
  const { kioku, data, place, queries, numbers, onStep } = run;
  onStep("loop", 0, 1);
  const loop = await measureLoopDelay(kioku, data, { queries, numbers });
  onStep("writes", 0, 1);
  const commits = await measureSingleCommits(kioku, data, { place, numbers });
  const writeRowsPerSecond = await measureStoreWrites(kioku, data, numbers);
  onStep("remember", 0, 1);
  const rememberRowsPerSecond = await measureRemember(kioku, data, numbers);
  const callersRowsPerSecond = await measureCallers(kioku, data, numbers);
  return { ...loop, ...commits, writeRowsPerSecond, rememberRowsPerSecond, callersRowsPerSecond };
}
