import type { Revision } from "@kioku/core";

/** Returns a version as programs get it, without its record. */
export function versionToJson({ version, change, at, actor, cause }: Revision): object {
  return { version, change, at: at.toISOString(), actor, cause };
}

/** Returns a version as programs get it, with the memory as it was. */
export function wholeVersionToJson(revision: Revision): object {
  const { record } = revision;
  return { ...versionToJson(revision), ...(record && { memory: record }) };
}
