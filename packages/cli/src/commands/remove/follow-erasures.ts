import type { MemoryRoot } from "@kioku/core";

import type { Call } from "../../command/call.js";
import type { CliError } from "../../command/cli-error.js";
import { shown } from "../../output/shown.js";
import { finishErasure } from "./finish-erasure.js";

/** Erasures of a memory that is served. */
interface FollowedErasures {
  /** Waits until the backups know of all of them. @throws `CliError` if that fails once more */
  end(): Promise<void>;
}

/**
 * Does after each erasure of a memory what the command `erase` does: tells the backups, and warns
 * if they cannot be told. An erasure that failed may have removed some memories, too.
 */
export function followErasures(
  { host, print, settings }: Pick<Call, "host" | "print" | "settings">,
  memory: MemoryRoot,
): FollowedErasures {
  // That of the call is aborted when the last of them is still to be told.
  const call = { host, print, settings, signal: new AbortController().signal };
  const ending = new AbortController();
  let told: Promise<CliError | undefined> = Promise.resolve(undefined);
  let isWaiting = false;
  const tell = async (): Promise<CliError | undefined> => {
    isWaiting = false;
    const { error } = await finishErasure(call, memory);
    return error;
  };
  const warn = async (): Promise<CliError | undefined> => {
    const error = await tell();
    if (error) await print.note(print.style.warning(shown(`${error.message} (${error.hint})`)));
    return error;
  };
  const onErasure = (): void => {
    // One list has all that were erased before it is made.
    if (isWaiting) return;
    isWaiting = true;
    told = told.then(warn);
  };
  const options = { reach: "below", signal: ending.signal } as const;
  memory.on("erased", onErasure, options);
  memory.on(
    "operation",
    ({ operation, error }) => {
      if (operation === "erase" && error !== undefined) onErasure();
    },
    options,
  );
  return {
    end: async () => {
      ending.abort();
      const error = (await told) && (await tell());
      if (error) throw error;
    },
  };
}
