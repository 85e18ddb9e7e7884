import { SMALL_COUNT } from "../open-kioku.ts";
import { measureColdOpen } from "./cold-open.ts";
import type { ColdOpen } from "./cold-open.ts";
import type { Run } from "./run.ts";

/**
 * Closes the memory, weighs what it has taken with all that was written into it, and opens it in
 * fresh processes.
 */
export async function measureFile({
  kioku,
  data,
  place,
  numbers,
  onStep,
}: Run): Promise<ColdOpen & { readonly bytesPerRecord: number }> {
  onStep("open", 0, 1);
  await kioku.memory.close();
  const size = await place.bytes();
  await place.leave();
  const records = data.settings.count + SMALL_COUNT + numbers.taken;
  const cold = await measureColdOpen({ address: place.address, settings: data.settings });
  return { ...cold, bytesPerRecord: Math.round(size / records) };
}
