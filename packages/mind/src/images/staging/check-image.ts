import {
  checkBoolean,
  checkInstant,
  checkMembers,
  checkText,
  checkTexts,
  invalidInput,
  MAX_NAME_LENGTH,
} from "@kioku/core/toolkit";

import type { SeenImage } from "../api/images.js";

/** Most units of the name of a source. */
const MAX_SOURCE_LENGTH = 200;
const MAX_URI_LENGTH = 4_096;
const MEMBERS = ["data", "source", "at", "thread", "uri", "sources", "filter"];

/** Refuses an image that cannot be kept; returns a copy that its caller cannot change. */
export function checkImage(image: SeenImage, maxBytes: number): SeenImage {
  checkMembers(image, "image", MEMBERS);
  const { data, at, ...rest } = image;
  if (!(data instanceof Uint8Array) || data.length === 0) {
    throw invalidInput("image.data", "the bytes of a file, not empty", data);
  }
  if (data.length > maxBytes) throw invalidInput("image.data", `at most ${maxBytes} bytes`);
  checkPlace(rest, "image");
  const seenAt = at === undefined ? {} : { at: checkInstant(at, "image.at") };
  return { ...rest, ...seenAt, data: Uint8Array.from(data) };
}

/** Refuses members other than the file that cannot be kept. */
export function checkPlace(
  { source, thread, uri, sources, filter }: Omit<SeenImage, "data" | "at">,
  name: string,
): void {
  checkText(source, `${name}.source`, MAX_SOURCE_LENGTH);
  if (thread !== undefined) checkText(thread, `${name}.thread`, MAX_NAME_LENGTH);
  if (uri !== undefined) checkText(uri, `${name}.uri`, MAX_URI_LENGTH);
  if (sources !== undefined) checkTexts(sources, `${name}.sources`, MAX_NAME_LENGTH);
  if (filter !== undefined) checkBoolean(filter, `${name}.filter`);
}
