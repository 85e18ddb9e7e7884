import type { Memory } from "@kioku/core";

import type { Call } from "../../command/call.js";
import { usageError } from "../../command/cli-error.js";
import { confirm, typeToConfirm } from "../../output/confirm.js";
import { counted } from "../../output/numbers.js";
import type { ERASE_FLAGS } from "../../table/forget-commands.js";
import { countedMemories, goingLines, goingToJson } from "./going-lines.js";
import { readGoing, type Going } from "./read-going.js";
import type { Removal } from "./removal-of-call.js";

/** A removal, and the memory that it is of. */
interface Agreement {
  readonly memory: Memory;
  readonly removal: Removal;
  readonly verb: "forget" | "erase";
}

/**
 * Shows what would go, and asks. Returns false if it was only to be shown.
 *
 * @throws `CliError` for no, and without `--yes` where nobody can be asked.
 */
export async function agree(
  call: Call<typeof ERASE_FLAGS>,
  { memory, removal, verb }: Agreement,
): Promise<boolean> {
  const { flags, host, print, signal } = call;
  const isDryRun = flags["dry-run"];
  if (flags.yes && !isDryRun) return true;
  if (!isDryRun && (host.stdin.isTTY !== true || host.stderr.isTTY !== true)) {
    throw usageError(
      `${verb} needs a yes, and there is no terminal to ask on`,
      "give --yes, or --dry-run to see what would go",
    );
  }
  const going = await readGoing(memory, removal, {
    isErasure: verb === "erase",
    onProgress: print.progress("Looking"),
    signal,
  });
  if (isDryRun) {
    const show = (): readonly string[] =>
      isNothing(going) ? [`Nothing to ${verb}.`] : goingLines(going, `This would ${verb}`, print);
    await print.result(goingToJson(going), show);
    return false;
  }
  if (isNothing(going)) return true;
  for (const line of goingLines(going, `This ${verb}s`, print)) await print.note(line);
  await ask(call, { going, verb, isRoot: memory.scopePath.length === 0 });
  return true;
}

async function ask(
  { flags, host }: Call<typeof ERASE_FLAGS>,
  {
    going,
    verb,
    isRoot,
  }: { readonly going: Going; readonly verb: string; readonly isRoot: boolean },
): Promise<void> {
  if (flags.everything && isRoot) {
    const all = String(going.count);
    await typeToConfirm(`To ${verb} everything, type how many memories it is: ${all}`, all, host);
    return;
  }
  const derived = going.erasure?.derivedCount ?? 0;
  const made = derived === 0 ? "" : ` and ${counted(derived, "one", "others")} made of them`;
  await confirm(
    `${verb === "erase" ? "Erase" : "Forget"} ${countedMemories(going.count)}${made}?`,
    host,
  );
}

/** Also an erasure of nothing leaves a tombstone, so that it goes on without a question. */
function isNothing({ count, states, erasure }: Going): boolean {
  return count + states + (erasure?.past ?? 0) + (erasure?.derivedCount ?? 0) === 0;
}
