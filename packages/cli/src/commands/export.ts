import { toJson } from "../output/create-printer.js";
import { counted } from "../output/numbers.js";
import { shown } from "../output/shown.js";
import {
  checkFlags,
  type ExportCall,
  type Exported,
  exportToFile,
  exportToOutput,
} from "./export/run-export.js";

/** Runs `export`. */
export async function run(call: ExportCall): Promise<void> {
  const { flags, print } = call;
  checkFlags(call);
  if (flags.output === undefined || flags.output === "-") {
    const report = await exportToOutput(call);
    // The data has standard output for itself.
    await print.note(print.isJson ? toJson(report) : countsOf(report));
    return;
  }
  const report = await exportToFile(call, flags.output);
  await print.result(report, () => [`${countsOf(report)} to ${shown(flags.output ?? "")}`]);
}

function countsOf({ records, tombstones }: Exported): string {
  const erased = tombstones > 0 ? `, ${counted(tombstones, "tombstone")}` : "";
  return `Exported ${counted(records, "record")}${erased}`;
}
