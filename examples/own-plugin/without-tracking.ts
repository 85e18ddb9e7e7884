import { definePlugin } from "@kioku/core";
import type { MemoryPlugin } from "@kioku/core";
import type { Extending } from "@kioku/core/toolkit";

const TRACKING = /([?&])(?:utm_[a-z]+|fbclid|gclid)=[^&\s#]*&?/gu;
const BLOCKED = /\btracker\.example\b/u;

function withoutParameters(text: string): string {
  return text.replace(TRACKING, "$1").replace(/[?&](?=\s|$)/gu, "");
}

/** The plugin's extension of a memory, as `memory.withoutTracking`. */
interface TrackingReport {
  /** Counts the memories that it has changed since the memory was made. */
  readonly changed: () => number;
}

/** Takes tracking parameters out of addresses, and refuses memories with addresses of trackers. */
export function withoutTracking(): MemoryPlugin<"withoutTracking", TrackingReport> &
  Extending<TrackingReport> {
  let changed = 0;
  return definePlugin({
    id: "withoutTracking",
    hooks: {
      beforeRemember: (input) => {
        if (BLOCKED.test(input.content)) return { veto: "it has the address of a tracker" };
        const content = withoutParameters(input.content);
        // `set` writes a text as value and content.
        const value =
          typeof input.value === "string" ? withoutParameters(input.value) : input.value;
        if (content === input.content && value === input.value) return undefined; // nothing to change
        changed += 1;
        return { ...input, content, value }; // never the input itself: it belongs to the caller
      },
    },
    extend: () => ({ changed: () => changed }),
  });
}
