import type { Call } from "../command/call.js";
import { readInput } from "../command/read-input.js";
import { selectionOfFlags } from "../command/selection.js";
import { memoryLines, spaced } from "../show/memory-lines.js";
import type { SURFACE_FLAGS } from "../table/recall-commands.js";

/** Runs `surface`. JSON: `{memories}`. */
export async function run(call: Call<typeof SURFACE_FLAGS>): Promise<void> {
  const { args, flags, host, print, signal } = call;
  const cue = args.length === 0 ? undefined : await readInput(args, host);
  const { memory } = await call.open();
  const selection = selectionOfFlags(flags);
  const surfaced = await memory.surface({ cue, limit: flags.limit, ...selection }, { signal });
  const now = host.clock();
  await print.result({ memories: surfaced }, () =>
    spaced(surfaced.map((one) => memoryLines(one, { print, now, withScope: flags.below }))),
  );
  if (surfaced.length === 0 && !print.isJson) {
    await print.note("Nothing comes to mind: there are no trusted memories here yet.");
  }
}
