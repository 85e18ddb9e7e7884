import type { Readable } from "node:stream";

import { readAtMost } from "../../files.js";

/**
 * Input of a hook from a coding agent. Fields by agent, as they were in November 2026:
 *
 * - Claude Code and Codex: `session_id`, `transcript_path`, `cwd`, `hook_event_name`
 *   (code.claude.com/docs/en/hooks, developers.openai.com/codex/hooks)
 * - Visual Studio Code: `sessionId`, `transcript_path`, `cwd`, `hookEventName`
 *   (code.visualstudio.com/docs/agent-customization/hooks)
 * - Cursor: `conversation_id`, `transcript_path`, `workspace_roots`, `cursor_version`
 *   (cursor.com/docs/agent/hooks)
 */
export interface HookInput {
  /** Form of the answer: plain text for a person who calls the hook. */
  readonly format: "text" | "claude" | "cursor";
  /** Id of the session. */
  readonly session: string | undefined;
  /** File of what was said. */
  readonly transcript: string | undefined;
  /** Folder of the project. */
  readonly folder: string | undefined;
}

/** Most bytes of an input; agents send some hundred. */
const MAX_LENGTH = 1_048_576;
const NOTHING: HookInput = {
  format: "text",
  session: undefined,
  transcript: undefined,
  folder: undefined,
};

/** Reads what an agent tells a hook. What is no JSON object tells nothing. */
export async function readHookInput(
  stdin: Readable & { readonly isTTY?: boolean | undefined },
): Promise<HookInput> {
  if (stdin.isTTY === true) return NOTHING;
  const bytes = await readAtMost(stdin as AsyncIterable<Buffer | string>, MAX_LENGTH);
  const given = parseObject(bytes?.toString() ?? "");
  if (given === undefined) return NOTHING;
  const roots: unknown = given["workspace_roots"];
  const [root] = Array.isArray(roots) ? (roots as readonly unknown[]) : [];
  const isCursor = "cursor_version" in given || "conversation_id" in given;
  return {
    format: isCursor ? "cursor" : "claude",
    session: firstText(given["session_id"], given["sessionId"], given["conversation_id"]),
    transcript: firstText(given["transcript_path"]),
    // Cursor runs the hooks of a user in its own folder.
    folder: firstText(root, given["cwd"]),
  };
}

/** Reads a JSON object; `undefined` if a text is none. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Tests if a JSON value is an object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === "string" && value !== "");
}
