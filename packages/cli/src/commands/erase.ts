import type { ErasureReport, Memory } from "@kioku/core";

import type { Call } from "../command/call.js";
import { counted } from "../output/numbers.js";
import type { Printer } from "../output/printer.js";
import { shown } from "../output/shown.js";
import { wrap, wrapIndented } from "../output/wrap.js";
import type { ERASE_FLAGS } from "../table/forget-commands.js";
import { agree } from "./remove/agree.js";
import { finishErasure } from "./remove/finish-erasure.js";
import { countedMemories } from "./remove/going-lines.js";
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
  const { published, error } = await finishErasure(call, opened.root);
  const counts = { erased, derived: derived.length, revisions, vectors };
  await print.result({ ...counts, unreached, published }, () => [
    ...reportLines(report, erased, print),
    ...(published ? sentLines(published.place, print) : []),
  ]);
  if (error) throw error;
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
