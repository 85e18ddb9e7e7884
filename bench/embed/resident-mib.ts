import { setImmediate } from "node:timers/promises";

/** Memory of this process that is resident, in MiB, after garbage is gone. Needs `--expose-gc`. */
export async function residentMiB(): Promise<number> {
  // Memory outside the heap that the first collection frees is returned later.
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await setImmediate();
  }
  return process.memoryUsage.rss() / 2 ** 20;
}
