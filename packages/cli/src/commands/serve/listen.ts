import {
  type Address,
  type Application,
  type RunningServer,
  startServer,
} from "@kioku/studio/http";

import { CliError, usageError } from "../../command/cli-error.js";

/** Serves an application. @throws `CliError` if the address cannot be listened on. */
export async function listen(application: Application, address: Address): Promise<RunningServer> {
  try {
    return await startServer(application, address);
  } catch (cause) {
    throw addressError(cause, address);
  }
}

/** Returns the error for an address that cannot be listened on. */
export function addressError(cause: unknown, { host, port }: Omit<Address, "names">): CliError {
  const isInUse = (cause as { readonly code?: string }).code === "EADDRINUSE";
  const problem = isInUse ? "is in use" : "cannot be listened on";
  const hint = isInUse ? "give another one with --port, or --port 0" : undefined;
  return new CliError("unavailable", `address ${host}:${port} ${problem}`, { hint, cause });
}

/** Returns the port of a flag. @throws `CliError` if there is no such port. */
export function portOf(flag: number | undefined, usual: number): number {
  const port = flag ?? usual;
  if (port > 65_535) throw usageError(`--port must be at most 65535, got "${port}"`);
  return port;
}

/** Resolves at Ctrl-C or SIGTERM. */
export async function untilEnd(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
}
