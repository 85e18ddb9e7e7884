import type { RememberInput } from "@kioku/core";

import type { SetRecord } from "./recall-set.ts";

/** Where a speaker goes: into a field of the record, or before its text. */
const SPEAKER: { readonly isField: boolean } = { isField: false };

/** Formats a chat turn as a host would remember it, with its speaker. */
export function toInput(record: SetRecord): RememberInput {
  const { text, speaker, caption, thread, at } = record;
  const isNamed = speaker !== undefined;
  const said = isNamed && !SPEAKER.isField ? `${speaker}: ${text}` : text;
  return {
    content: caption === undefined ? said : `${said} [${caption}]`,
    dedupe: "off",
    kind: thread === undefined ? "note" : "message",
    ...(isNamed && SPEAKER.isField ? speakerOf(speaker) : {}),
    ...(thread === undefined ? {} : { thread }),
    ...(at === undefined ? {} : { occurredAt: new Date(at) }),
  };
}

/** Names the two sides of a chat by origin, as adapters do, and everybody else by name. */
function speakerOf(speaker: string): Partial<RememberInput> & { readonly speaker?: string } {
  const side = (["user", "assistant"] as const).find((one) => one === speaker.toLowerCase());
  return side === undefined ? { speaker } : { origin: side };
}
