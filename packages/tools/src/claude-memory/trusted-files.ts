import type { Filter, MemoryRecord } from "@kioku/core";
import { isTrusted, MOST_UNTRUSTED, ORIGINS } from "@kioku/core/toolkit";

import type { ClaudeMemorySettings } from "./claude-memory-options.js";
import type { FileRecords } from "./file-records.js";
import { ToolMistake } from "./tool-mistake.js";

/** Origins of what is of somebody else, and can be trusted. */
const TRUSTED_OTHERS = ORIGINS.filter(
  (origin) => origin !== "assistant" && isTrusted({ origin, trust: 1 }),
);

/**
 * Refuses to change or take away a file of others that is trusted, if the model is not: what it
 * writes then would stand in its place.
 * @throws `untrusted`
 */
export function requireOwn(
  { settings }: FileRecords,
  file: Pick<MemoryRecord, "key" | "origin" | "trust">,
  action: "edit" | "delete" | "rename",
): void {
  if (isTrustedModel(settings) || file.origin === "assistant" || !isTrusted(file)) return;
  const remedy = action === "edit" ? " Create another file." : "";
  throw new ToolMistake(
    "untrusted",
    `File ${file.key} is not yours to ${action}: it is trusted more than what you write.${remedy}`,
  );
}

/** Selects the files that `requireOwn` refuses; nothing if there are none. */
export function othersFiles(settings: ClaudeMemorySettings): Filter | undefined {
  if (isTrustedModel(settings)) return undefined;
  return { "@origin": { $in: TRUSTED_OTHERS }, "@trust": { $gt: MOST_UNTRUSTED } };
}

function isTrustedModel({ trust }: ClaudeMemorySettings): boolean {
  return isTrusted({ origin: "assistant", trust });
}
