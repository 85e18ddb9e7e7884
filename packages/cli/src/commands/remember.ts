import type { RememberInput } from "@kioku/core";

import type { Call } from "../command/call.js";
import { EXIT, usageError } from "../command/cli-error.js";
import { readInput } from "../command/read-input.js";
import type { REMEMBER_FLAGS } from "../table/remember-commands.js";
import { metadataOf } from "./remember/metadata-of.js";
import { receiptLines, receiptToJson, whyQueued } from "./remember/receipt-lines.js";
import { rememberLines } from "./remember/remember-lines.js";

/** Runs `remember`. */
export async function run(call: Call<typeof REMEMBER_FLAGS>): Promise<number> {
  const { args, flags, host, print, signal } = call;
  const fields = fieldsOf(flags);
  if (flags.lines) {
    if (flags.key !== undefined) throw usageError("--key and --lines exclude each other");
    return rememberLines(call, fields);
  }
  const content = await readInput(args, host);
  const { memory } = await call.open();
  const receipt = await memory.remember({ ...fields, content }, { signal, actor: "cli" });
  await print.result(receiptToJson(receipt), () => receiptLines(receipt, print, host.clock()));
  if (receipt.status === "queued") await print.note(print.style.warning(whyQueued(receipt)));
  return receipt.status === "rejected" ? EXIT.notAllowed : EXIT.ok;
}

function fieldsOf(flags: Call<typeof REMEMBER_FLAGS>["flags"]): Omit<RememberInput, "content"> {
  const { kind, key, thread, speaker, origin, importance, at, ttl, pin, meta } = flags;
  return {
    kind,
    key,
    thread,
    speaker,
    origin,
    importance,
    occurredAt: at,
    ttlMs: ttl,
    // Keeps what a memory with this key has, unless it is said.
    pinned: pin ? true : undefined,
    metadata: meta.length === 0 ? undefined : metadataOf(meta, ""),
  };
}
