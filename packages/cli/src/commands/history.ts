import type { Memory, Revision } from "@kioku/core";

import type { Call } from "../command/call.js";
import { CliError } from "../command/cli-error.js";
import { spaced } from "../show/memory-lines.js";
import { wholeVersionToJson } from "../show/version-json.js";
import { versionLines } from "../show/version-lines.js";
import { findMemory, viewOf } from "../wire/find-memory.js";

/**
 * Runs `history`. JSON: `{id, versions: [{version, change, at, actor?, cause?, memory?}]}`, the
 * oldest first.
 */
export async function run(call: Call): Promise<void> {
  const { args, host, print, signal } = call;
  const { memory } = await call.open();
  const { id, versions } = await readVersions(memory, args[0] ?? "", signal);
  const now = host.clock();
  await print.result({ id, versions: versions.map(wholeVersionToJson) }, () =>
    spaced(
      versions.map((version, index) =>
        versionLines(version, versions[index - 1]?.record, { now, print }),
      ),
    ),
  );
}

/** Finds also what was forgotten, by its whole id. */
async function readVersions(
  memory: Memory,
  name: string,
  signal: AbortSignal,
): Promise<{ readonly id: string; readonly versions: readonly Revision[] }> {
  const { readHistory } = await import("@kioku/mind");
  try {
    const { id, scope } = await findMemory(memory, name, { signal, reach: "below" });
    return { id, versions: await readHistory(viewOf(memory, scope), id, { signal }) };
  } catch (error) {
    if (!(error instanceof CliError) || name.startsWith("=")) throw error;
    const versions = await readHistory(memory, name, { signal });
    if (versions.length === 0) throw error;
    return { id: name, versions };
  }
}
