import type { RecordPatch } from "@kioku/core";

import type { Call } from "../command/call.js";
import { usageError } from "../command/cli-error.js";
import { readInput } from "../command/read-input.js";
import { versionLines } from "../show/version-lines.js";
import type { UPDATE_FLAGS } from "../table/remember-commands.js";
import { findMemory } from "../wire/find-memory.js";
import { metadataOf } from "./remember/metadata-of.js";

/** Runs `update`. */
export async function run(call: Call<typeof UPDATE_FLAGS>): Promise<void> {
  const { args, flags, host, print, signal } = call;
  const [name = "", ...texts] = args;
  const patch = await patchOf(call, texts);
  const opened = await call.open();
  const before = await findMemory(opened.memory, name, { signal });
  const mind = await opened.mind();
  const { purge, "if-version": ifVersion } = flags;
  const after = await mind.update(before.id, patch, { ifVersion, purge, signal, actor: "cli" });
  await print.result({ status: "updated", memory: after }, () => {
    const revision = { version: after.version, change: "updated", at: after.updatedAt } as const;
    const now = host.clock();
    return [
      print.style.good(purge ? "Changed; the versions before are gone" : "Changed"),
      ...versionLines({ ...revision, record: after }, before, { now, print }),
    ];
  });
}

/** Returns the members to change. @throws `CliError` if there are none. */
async function patchOf(
  { flags, host }: Call<typeof UPDATE_FLAGS>,
  texts: readonly string[],
): Promise<RecordPatch> {
  const { kind, key, importance, at, pin, meta } = flags;
  const patch = {
    ...(texts.length === 0 ? {} : { content: await readInput(texts, host) }),
    kind,
    key,
    importance,
    occurredAt: at,
    pinned: pin === undefined ? undefined : pin === "on",
    metadata: meta.length === 0 ? undefined : metadataOf(meta, null),
  };
  if (flags.purge || Object.values(patch).some((value) => value !== undefined)) return patch;
  throw usageError("nothing to change is given", "give a text, or flags such as --importance 0.9");
}
