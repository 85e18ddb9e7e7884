import { cpus, totalmem } from "node:os";

/** Where and when a run was made; part of every saved result. */
export function machine(): Readonly<Record<string, string | number>> {
  const [cpu] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    cpu: cpu?.model ?? "unknown",
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  };
}
