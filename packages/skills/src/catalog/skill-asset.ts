import { dirname, sep } from "node:path";

import { MemoryError, type CallOptions, type SkillFiles } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";

import { checkSkillPath } from "../format/skill-path.js";
import type { SkillAsset } from "../runtime/skill-runtime.js";
import { mediaTypeOf } from "./media-type.js";
import { readOr } from "./read-or.js";

/** Largest file to read as text, in bytes. */
const MAX_BYTES = 1_048_576;

/** A skill whose files are read. */
type Filed = Pick<AnySkill, "files" | "location">;

/**
 * Reads one file of a skill as text, without a byte order mark.
 * @throws as `skillAsset`, and `invalid-input` for a file above 1 MiB or one that is not UTF-8 text
 */
export async function skillFileText(
  skill: Filed,
  path: string,
  options: CallOptions,
): Promise<string> {
  const { bytes } = await skillAsset(skill, path, options);
  return decodeText(bytes, `the file ${JSON.stringify(path)}`);
}

/**
 * Reads one file of a skill. The path is relative to the skill, or below its directory; its letter
 * case may differ if there is one such file.
 * @throws `not-found`; `invalid-input` for a path that leaves the skill; `skill-failed` if it
 *   cannot be read.
 */
export async function skillAsset(
  { files, location }: Filed,
  path: string,
  { signal }: CallOptions,
): Promise<SkillAsset> {
  const name = checkSkillPath(relativePath(path, location));
  const shown = `the file ${JSON.stringify(name)}`;
  if (!files) throw new MemoryError("not-found", `${shown} is not there: the skill has no files`);
  return readOr(shown, signal, async () => {
    const bytes = await files.read(name, { signal }).catch(async (error: unknown) => {
      const other = MemoryError.is(error, "not-found")
        ? await sameInOtherCase(files, name, { signal })
        : undefined;
      if (other === undefined) throw error;
      return files.read(other, { signal });
    });
    return { bytes, mediaType: mediaTypeOf(name) };
  });
}

/** Returns a path below the directory of the skill as one relative to it, and others as given. */
function relativePath(path: unknown, location: string | undefined): string {
  if (typeof path !== "string" || location === undefined) return path as string;
  const directory = dirname(location);
  if (!path.startsWith(`${directory}${sep}`)) return path;
  return path.slice(directory.length + 1).replaceAll(sep, "/");
}

/** Finds the one file whose path differs in letter case only. */
async function sameInOtherCase(
  files: SkillFiles,
  name: string,
  options: CallOptions,
): Promise<string | undefined> {
  const paths = await files.list(options);
  const found = paths.filter((path) => plainCase(path) === plainCase(name));
  return found.length === 1 ? found[0] : undefined;
}

function plainCase(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

function decodeText(bytes: Uint8Array, shown: string): string {
  if (bytes.length > MAX_BYTES) {
    throw new MemoryError(
      "invalid-input",
      `${shown} has ${bytes.length} bytes, at most ${MAX_BYTES} can be read as text`,
    );
  }
  const text = decodeUtf8(bytes);
  // A file with a NUL is binary, even if it happens to be UTF-8.
  if (text !== undefined && !text.includes("\0")) return text;
  throw new MemoryError("invalid-input", `${shown} is not UTF-8 text`);
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
