import { join } from "node:path";

import type { MemoryRoot } from "@kioku/core";

import type { PublishedTombstones } from "../../backup/options.js";
import { removeCopies } from "../../backup/staging.js";
import type { Call } from "../../command/call.js";
import { CliError, EXIT } from "../../command/cli-error.js";
import { userFoldersOf } from "../../config/user-folders.js";
import { failureOf } from "../../output/failure.js";
import { shown } from "../../output/shown.js";
import { publishErasure } from "./publish-erasure.js";

type Published = Pick<PublishedTombstones, "tombstones"> & {
  /** Where it is. */
  readonly place: string;
};

/** Result of telling the backups. */
interface FinishedErasure {
  /** Where it was sent; false if that failed, absent if nobody has to be told. */
  readonly published?: Published | false;
  /** The failure. */
  readonly error?: CliError;
}

/**
 * Tells the backups of an erasure that is done, and removes copies that wait to be sent. Does not
 * reject: the erasure is done, whatever becomes of its list.
 */
export async function finishErasure(
  call: Pick<Call, "host" | "print" | "signal" | "settings">,
  memory: MemoryRoot,
): Promise<FinishedErasure> {
  const { host, print, signal } = call;
  const sent = await publishErasure(call, memory).catch((error: unknown) => ({ error }));
  const copies = join(userFoldersOf(host).state, "backups");
  await removeCopies(copies).catch(async (error: unknown) => {
    const problem = `copies in ${copies} may hold what was erased: ${failureOf(error, signal).message}`;
    await print.note(print.style.warning(shown(problem)));
  });
  if (sent === undefined) return {};
  if ("error" in sent) return { published: false, error: unsent(sent.error, signal) };
  return { published: { place: sent.place, tombstones: sent.tombstones } };
}

/** Returns the error that the backups do not know of an erasure that is done. */
function unsent(error: unknown, signal: AbortSignal): CliError {
  const { message } = failureOf(error, signal);
  return new CliError(
    "not-published",
    `list of erasures was not sent to the backups, and restoring one brings back what is erased here: ${message}`,
    {
      exitCode: EXIT.tryAgain,
      hint: 'run "kioku backup --tombstones"',
      // Also an interruption has to be heard of.
      cause: signal.aborted ? undefined : error,
    },
  );
}
