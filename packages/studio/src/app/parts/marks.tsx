import type { JSX } from "preact";

import type { MemoryRow } from "../../wire/memories.js";
import { memoryWords } from "../words/memory-words.js";

/** What is special about a memory: pinned, felt, put aside, replaced. */
export function Marks({
  row,
  now,
}: {
  readonly row: Pick<MemoryRow, "pinned" | "emotion" | "archivedAt" | "validTo">;
  readonly now: Date;
}): JSX.Element {
  const words = memoryWords();
  const { pinned, emotion, archivedAt, validTo } = row;
  const isReplaced = validTo !== undefined && new Date(validTo) <= now;
  const feeling = (emotion?.valence ?? 0) < 0 ? words.unpleasant : words.pleasant;
  return (
    <span class="marks">
      {emotion && (
        <i
          class={`feeling ${emotion.valence < 0 ? "low" : "high"}`}
          style={{ opacity: 0.45 + 0.55 * emotion.arousal }}
          role="img"
          aria-label={feeling}
          title={feeling}
        />
      )}
      {pinned && <span class="tag accent">{words.pinned}</span>}
      {archivedAt !== undefined && <span class="tag">{words.archived}</span>}
      {isReplaced && <span class="tag gold">{words.replaced}</span>}
    </span>
  );
}
