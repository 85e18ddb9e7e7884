import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { SystemProcess } from "./system-process.ts";

/** Does work with a folder that is removed after. */
export async function withFolder<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "kioku-peers-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Does work with a process of a system, which is ended after. */
export async function withSystem<Result>(
  name: string,
  folder: string,
  work: (system: SystemProcess) => Promise<Result>,
): Promise<Result> {
  const system = await SystemProcess.start({ name, folder });
  try {
    return await work(system);
  } finally {
    await system.kill();
  }
}
