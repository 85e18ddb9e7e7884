import type { CallOptions } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

import type { ImageHost } from "./image-host.js";

/** Waits for some milliseconds by the timers of the host. */
export async function waitFor(
  { waits }: Pick<ImageHost, "waits">,
  delayMs: number,
  { signal }: CallOptions,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = waits(resolve, delayMs);
  try {
    await unlessAborted(promise, signal);
  } finally {
    cancel();
  }
}
