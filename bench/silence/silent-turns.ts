import { readFile } from "node:fs/promises";

/** Turns of a user to which no memory has anything to say. */
export interface SilentTurns {
  readonly smallTalk: readonly string[];
  /** Requests that general knowledge answers. */
  readonly offTopic: readonly string[];
}

/** Reads a file of such turns; errors name it. */
export async function readSilentTurns(path: string): Promise<SilentTurns> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    throw new Error(`cannot read ${path}: pass small talk with --silence FILE`, { cause });
  }
  let turns: unknown;
  try {
    turns = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path} is not JSON`, { cause });
  }
  if (isSilentTurns(turns)) return turns;
  throw new Error(`${path} has no turns: it must be { smallTalk: [text], offTopic: [text] }`);
}

function isSilentTurns(value: unknown): value is SilentTurns {
  return (
    typeof value === "object" &&
    value !== null &&
    "smallTalk" in value &&
    "offTopic" in value &&
    isTexts(value.smallTalk) &&
    isTexts(value.offTopic)
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
