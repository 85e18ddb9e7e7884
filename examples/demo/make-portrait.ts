import type { Memory } from "@kioku/core";
import { createMind } from "@kioku/mind";

import type { PortraitReport } from "./report.ts";

/** Consolidates a conversation by rules, and reads what it says about the user. */
export async function makePortrait(memory: Memory, signal: AbortSignal): Promise<PortraitReport> {
  await using mind = createMind({ memory, automatic: false });
  await mind.consolidate({ signal });
  const { blocks } = await mind.document({ document: "portrait" }, { signal });
  const sentences = blocks.flatMap((block) =>
    block.sentences.map(({ text, at }) => ({
      block: block.id,
      text,
      day: at.toISOString().slice(0, 10),
    })),
  );
  return { scope: memory.scopePath, sentences };
}
