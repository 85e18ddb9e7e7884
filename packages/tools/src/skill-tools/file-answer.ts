import { MemoryError } from "@kioku/core";

import type { SkillFileAnswer } from "./skill-tool.js";
import type { SkillToolsHost } from "./skill-tools-options.js";

/** Longest file that is read as text, in bytes. */
const MAX_TEXT = 1_048_576;
/** Longest file that is shown, in bytes: providers take 5 MiB of Base64. */
const MAX_SHOWN = 3_900_000;
/** Bytes that are encoded at once: a multiple of three, and few enough for arguments. */
const CHUNK = 24_576;

/** Returns a file as text if it is that, else as a file that a host may show. */
export function fileAnswer(
  path: string,
  { bytes, mediaType }: { readonly bytes: Uint8Array; readonly mediaType: string },
  { shows = () => false }: SkillToolsHost,
): string | SkillFileAnswer {
  const text = textOf(bytes);
  if (text !== undefined) {
    if (bytes.length <= MAX_TEXT) return text;
    const problem = `the file ${JSON.stringify(path)} has ${bytes.length} bytes`;
    throw new MemoryError("invalid-input", `${problem}, at most ${MAX_TEXT} can be read as text`);
  }
  const size = bytes.length;
  const file = { path, mediaType, size, text: `The file ${path}: ${mediaType}, ${size} bytes.` };
  if (shows(mediaType) && size <= MAX_SHOWN) return { ...file, data: toBase64(bytes) };
  return { ...file, text: `${file.text} It is no text, and cannot be shown.` };
}

/** A file with a NUL is binary, even if it happens to be UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function toBase64(bytes: Uint8Array): string {
  const chunks: string[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK) {
    chunks.push(btoa(String.fromCharCode(...bytes.subarray(start, start + CHUNK))));
  }
  return chunks.join("");
}
