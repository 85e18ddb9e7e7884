import { join } from "node:path";

import type { ErasureReport, Memory } from "@kioku/core";

import { removeCopies } from "../backup/staging.js";
import type { Call } from "../command/call.js";
import { CliError, EXIT } from "../command/cli-error.js";
import { userFoldersOf } from "../config/user-folders.js";
import { failureOf } from "../output/failure.js";
import { counted } from "../output/numbers.js";
import type { Printer } from "../output/printer.js";
import { shown } from "../output/shown.js";
import { wrap, wrapIndented } from "../output/wrap.js";
import type { ERASE_FLAGS } from "../table/forget-commands.js";
import { agree } from "./remove/agree.js";
import { countedMemories } from "./remove/going-lines.js";
import { publishErasure } from "./remove/publish-erasure.js";
import { countStates } from "./remove/read-going.js";
import { removalOfCall, type Removal } from "./remove/removal-of-call.js";

/** Runs `erase`. */
export async function run(call: Call<typeof ERASE_FLAGS>): Promise<void> {
  const { print, signal } = call;
  const opened = await call.open();
  const { memory } = opened;
  const removal = await removalOfCall(call, { memory, takesGone: true, signal });
  if (!(await agree(call, { memory, removal, verb: "erase" }))) return;
  const states = await countStates(memory, removal, { signal });
  const report = await erase(await opened.mind(), removal, call);
  const erased = Math.max(report.records.length - states, 0);
  const { derived, revisions, vectors, unreached } = report;
  // The erasure is done, whatever becomes of its list.
  const sent = await publishErasure(call, opened.root).catch((error: unknown) => ({ error }));
  const copies = join(userFoldersOf(call.host).state, "backups");
  await removeCopies(copies).catch(async (error: unknown) => {
    const problem = `copies in ${copies} may hold what was erased: ${failureOf(error, signal).message}`;
    await print.note(print.style.warning(shown(problem)));
  });
  const isSent = sent === undefined || "place" in sent;
  const published = isSent ? sent && { place: sent.place, tombstones: sent.tombstones } : false;
  const counts = { erased, derived: derived.length, revisions, vectors };
  await print.result({ ...counts, unreached, published }, () => [
    ...reportLines(report, erased, print),
    ...(published ? sentLines(published.place, print) : []),
  ]);
  if (!isSent) throw unsent(sent.error, signal);
}

async function erase(
  mind: Memory,
  { target, reach }: Removal,
  { print, signal }: Pick<Call, "print" | "signal">,
): Promise<ErasureReport> {
  const onProgress = print.progress("Looking for what was made of it");
  const scoped = typeof target === "string" ? {} : { reach };
  return mind.erase(target, { ...scoped, signal, onProgress });
}

function sentLines(place: string, { columns }: Printer): readonly string[] {
  return wrap(`Sent to ${shown(place)}: restoring a backup brings nothing of it back.`, columns);
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

function reportLines(
  { records, derived, revisions, vectors, unreached }: ErasureReport,
  erased: number,
  { columns, style }: Printer,
): readonly string[] {
  const made = derived.length === 0 ? "" : ` and ${derived.length} made of them`;
  const also = [counted(revisions, "version"), counted(vectors, "vector")].join(" and ");
  const done = `Erased ${countedMemories(erased)}${made}, with ${also}.`;
  const left = unreached.flatMap((one) =>
    wrapIndented(one, columns, { indent: "  ", first: "- " }),
  );
  return [
    records.length + derived.length === 0 ? "There was nothing to erase." : style.good(done),
    "Not reached:",
    ...left,
  ];
}
