import type { MemoryRecord, RememberInput } from "@kioku/core";
import { compareText, hashText, MOST_UNTRUSTED } from "@kioku/core/toolkit";

import { textOf } from "../../records/json.js";
import type { FoundImage } from "../api/images.js";

/** Kind of the record of an image. */
export const IMAGE = "image";
/** Cause of changes of states, so that the plugin knows its own. */
export const OWN_CAUSE = "images: state";
/** Content of an image that waits; searches do not see it. */
export const WAITING_TEXT = "image without a caption";
/** Records whatever their validity and age. */
export const EVERY: { readonly includeRetired: true; readonly includeArchived: true } = {
  includeRetired: true,
  includeArchived: true,
} as const;

/** Returns the key of an image: a file is kept once for each source of a scope. */
export function imageKey(sha256: string, source: string): string {
  return `images/${sha256}/${hashText("image source", source).slice(0, 32)}`;
}

/** Returns the name of a source as queries find it. */
export function sourceName(source: string): string {
  return source.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ").trim();
}

/** Returns the SHA-256 of the file. */
export function sha256Of({ metadata }: MemoryRecord): string {
  return textOf(metadata["sha256"], "");
}

/** Returns where an image is from. */
export function sourceOf({ metadata }: MemoryRecord): string {
  return textOf(metadata["source"], "");
}

/** Returns the type of the file. */
export function mediaTypeOf({ metadata }: MemoryRecord): string {
  return textOf(metadata["mediaType"], "");
}

/** Tests if an image has its caption. */
function isCaptioned({ metadata }: MemoryRecord): boolean {
  return metadata["state"] === "captioned";
}

/** Returns how often the model had no caption for an image. */
export function attemptsOf({ metadata }: MemoryRecord): number {
  const { attempts } = metadata;
  return typeof attempts === "number" ? attempts : 0;
}

/** Returns when an image was seen. */
export function seenAt({ occurredAt, createdAt }: MemoryRecord): Date {
  return occurredAt ?? createdAt;
}

/** Orders by the time when they were seen; those of one instant as they came. */
export function bySeenAt(one: MemoryRecord, other: MemoryRecord): number {
  return seenAt(one).getTime() - seenAt(other).getTime() || compareText(one.id, other.id);
}

/** Makes the input of the next version of an image. */
export function nextVersion(
  record: MemoryRecord,
  { content, metadata, index }: Pick<RememberInput, "content" | "metadata" | "index">,
): RememberInput & { readonly key: string; readonly ifVersion: number } {
  const { key, thread, sources, trust, importance, occurredAt, version } = record;
  return {
    key: key ?? imageKey(sha256Of(record), sourceOf(record)),
    kind: IMAGE,
    content,
    metadata,
    index,
    origin: "tool",
    form: "statement",
    trust: Math.min(trust, MOST_UNTRUSTED),
    sources,
    importance,
    thread,
    occurredAt,
    ifVersion: version,
  } as const;
}

/** Makes what a search returns of a record. */
export function toFoundImage(record: MemoryRecord, score: number): FoundImage {
  const { id, scope, metadata } = record;
  const uri = textOf(metadata["uri"], "");
  return {
    id,
    scope,
    caption: isCaptioned(record) ? record.content : undefined,
    source: sourceOf(record),
    at: seenAt(record),
    sha256: sha256Of(record),
    mediaType: mediaTypeOf(record),
    width: Number(metadata["width"] ?? 0),
    height: Number(metadata["height"] ?? 0),
    ...(uri === "" ? {} : { uri }),
    score,
  };
}
