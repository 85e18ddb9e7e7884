import { hashText } from "@kioku/core/toolkit";

/**
 * Name of the metadata that says which words in which role a record is of, so that a recall leaves
 * out what a prompt holds.
 */
export const MESSAGE_HASH = "aiSdkMessage";

/**
 * A hash of what somebody said: the same for the same words in the same role, whoever remembers
 * them. Texts of one message of a user are on lines of their own, those of an assistant follow each
 * other.
 */
export function messageHash(role: string, words: string): string {
  return hashText(role, words).slice(0, 32);
}
