import { checkMembers, checkNumber } from "@kioku/core/toolkit";

import type { PromptPressure } from "../api/conversation.js";

/** Changes by share of the limit that the prompt takes, of DigitalLife. */
const CHANGES: readonly (readonly [above: number, change: number])[] = [
  [0.95, 4],
  [0.9, 3],
  [0.85, 2],
  [0.8, 1],
  [0.75, 0],
  [0.7, -1],
  [0.65, -2],
];
const LEAST_CHANGE = -3;

/** @throws `invalid-input` */
export function checkPressure(pressure: PromptPressure): PromptPressure {
  checkMembers(pressure, "pressure", ["tokens", "maxTokens", "messages"]);
  const { tokens, maxTokens, messages } = pressure;
  checkNumber(tokens, "pressure.tokens", { min: 0 });
  checkNumber(maxTokens, "pressure.maxTokens", { above: 0 });
  checkNumber(messages, "pressure.messages", { min: 0, integer: true });
  return { tokens, maxTokens, messages };
}

/** Returns how many messages to leave out after so many; the last one always stays. */
export function nextDrop(drop: number, { tokens, maxTokens, messages }: PromptPressure): number {
  const share = tokens / maxTokens;
  const change = CHANGES.find(([above]) => share > above)?.[1] ?? LEAST_CHANGE;
  return Math.max(0, Math.min(drop + change, messages - 1));
}
