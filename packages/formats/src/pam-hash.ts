import type { JsonObject } from "@kioku/core";
import { compareText, hashText, canonicalJson } from "@kioku/core/toolkit";

/** Returns PAM's hash of a text: trimmed, lower case, NFC, one blank as space (section 6). */
export function pamContentHash(content: string): string {
  const text = content.trim().toLowerCase().normalize("NFC").replaceAll(/\s+/gu, " ");
  return `sha256:${hashText(text)}`;
}

/** Returns PAM's checksum of memories: ordered by id, as canonical JSON (section 15). */
export function pamChecksum(memories: readonly JsonObject[]): string {
  const ordered = memories.toSorted((a, b) => compareText(idOf(a), idOf(b)));
  return `sha256:${hashText(canonicalJson(ordered))}`;
}

function idOf({ id }: JsonObject): string {
  return typeof id === "string" ? id : "";
}
