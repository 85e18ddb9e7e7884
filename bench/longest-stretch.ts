/** The longest time without a turn of the event loop. */
export interface Stretch {
  /** Time that others had to wait, including garbage collection and the disk. */
  readonly ms: number;
  /** The most processor time of this thread in one: what else the machine does counts little. */
  readonly cpuMs: number;
}

/** Runs work and returns the longest time between two `setImmediate` callbacks meanwhile. */
export async function longestStretch(work: () => Promise<unknown>): Promise<Stretch> {
  let ms = 0;
  let cpuMs = 0;
  let isDone = false;
  let last = performance.now();
  let lastCpu = cpuNow();
  const look = (): void => {
    const now = performance.now();
    const cpu = cpuNow();
    ms = Math.max(ms, now - last);
    cpuMs = Math.max(cpuMs, cpu - lastCpu);
    last = now;
    lastCpu = cpu;
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
  } finally {
    isDone = true;
    look();
  }
  return { ms, cpuMs };
}

function cpuNow(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
