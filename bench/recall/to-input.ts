import type { RememberInput } from "@kioku/core";

import type { SetRecord } from "./recall-set.ts";

/** Formats a record as a host would remember it: a turn of a chat with its speaker, or a note. */
export function toInput(record: SetRecord): RememberInput {
  const { text, speaker, caption, thread, at } = record;
  return {
    content: caption === undefined ? text : `${text} [${caption}]`,
    dedupe: "off",
    kind: thread === undefined || speaker === undefined ? "note" : "message",
    ...(speaker === undefined ? {} : speakerOf(speaker)),
    ...(thread === undefined ? {} : { thread }),
    ...(at === undefined ? {} : { occurredAt: new Date(at) }),
  };
}

/** Names the two sides of a chat by origin, as adapters do, and everybody else by name. */
function speakerOf(speaker: string): Partial<RememberInput> {
  const side = (["user", "assistant"] as const).find((one) => one === speaker.toLowerCase());
  return side === undefined ? { speaker } : { origin: side };
}
