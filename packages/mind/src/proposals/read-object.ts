import type { Members } from "../gate/read-proposal.js";
import { findObject } from "./find-object.js";
import { isRepetitive } from "./is-repetitive.js";

/** Longest answer that is read, in UTF-16 units. */
const MAX_LENGTH = 200_000;

/** Reasons why an answer of a model cannot be used. */
export type AnswerProblem = "empty" | "cut" | "repetitive" | "unreadable";

/** Reads the JSON object that passes a test from an answer; else says why there is none. */
export function readObject(
  { text, isComplete }: { readonly text: unknown; readonly isComplete: unknown },
  isWanted: (value: object) => boolean,
): Members | AnswerProblem {
  if (typeof text !== "string") return "unreadable";
  if (text.trim() === "") return "empty";
  const found = text.length <= MAX_LENGTH ? findObject(text, isWanted) : undefined;
  if (found) return found;
  if (isRepetitive(text)) return "repetitive";
  return isComplete === false ? "cut" : "unreadable";
}
