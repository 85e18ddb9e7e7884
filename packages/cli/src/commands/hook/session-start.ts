import type { CallOptions } from "@kioku/core";

import type { ProjectMemory } from "./open-project.js";
import type { HookInput } from "./read-hook-input.js";

/** Most bytes of the output. Agents put all of it before every session. */
const MAX_BYTES = 1999;
/** Most bytes of what is known of the user, if there is a project beside. */
const USER_BYTES = 700;
/** Least bytes in which a memory has room. */
const LEAST_BYTES = 200;

/** Writes the context of a new session; empty if there is nothing to say. */
export async function sessionStart(
  { scope, project, user }: ProjectMemory,
  format: HookInput["format"],
  options: CallOptions,
): Promise<string> {
  // Loaded with the mind of the project.
  const { sessionContext } = await import("@kioku/mind");
  const flag = user === undefined ? "" : ` --scope ${scope.join("/")}`;
  const help = `Recall more: kioku recall "words"${flag}. Remember what lasts: kioku remember "a sentence"${flag}.`;
  const room = MAX_BYTES - Buffer.byteLength(wrap(`\n\n${help}`, format));
  const userBytes = Math.min(USER_BYTES, room);
  const ofUser = user && (await sessionContext(user, { ...options, maxBytes: userBytes })).text;
  const left = room - bytesIn(ofUser ?? "") - bytesIn("\n");
  const ofProject =
    left < LEAST_BYTES ? "" : (await sessionContext(project, { ...options, maxBytes: left })).text;
  const parts = [ofProject, ofUser ?? ""].filter((one) => one !== "");
  return parts.length === 0 ? "" : wrap([...parts, help].join("\n"), format);
}

/** Writes a text in the form that an agent takes. */
function wrap(text: string, format: HookInput["format"]): string {
  if (format === "text") return `${text}\n`;
  if (format === "cursor") return `${JSON.stringify({ additional_context: text })}\n`;
  const output = { hookEventName: "SessionStart", additionalContext: text };
  return `${JSON.stringify({ hookSpecificOutput: output })}\n`;
}

/** Returns the bytes of a text inside of JSON, which are at least those of the text. */
function bytesIn(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}
