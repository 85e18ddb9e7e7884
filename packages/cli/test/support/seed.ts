import { loadSettings } from "../../src/config/load-settings.js";
import { createOpenedMemory } from "../../src/wire/create-opened-memory.js";
import type { OpenedMemory } from "../../src/wire/create-opened-memory.js";
import type { TestHost } from "./test-host.js";

/** Writes into the memory of a host before its commands run. */
export async function seed<T>(
  host: TestHost,
  write: (opened: OpenedMemory) => Promise<T>,
): Promise<T> {
  const opened = await createOpenedMemory(await loadSettings(host, {}), host);
  try {
    return await write(opened);
  } finally {
    await opened.close();
  }
}
