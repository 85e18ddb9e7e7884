import { cpus, totalmem } from "node:os";

/** The machine of a run. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
}

/** This machine. */
export function machine(): Machine {
  const [cpu] = cpus();
  return {
    cpu: cpu?.model ?? "unknown",
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  };
}
