import type { JsonValue, SkillLog } from "@kioku/core";

import { attempt } from "./attempt.js";

/** Longest message, in UTF-16 units. */
const MAX_MESSAGE_LENGTH = 2_000;
/** Longest data, in UTF-16 units as JSON. */
const MAX_DATA_LENGTH = 16_000;

type Level = keyof SkillLog;

/** A log that harms nothing when it throws, with messages and data of bounded size. */
export function safeLog(log: SkillLog | undefined): SkillLog {
  return logOf((level, message, data) => quietly(() => log?.[level](message, data)));
}

/** A log of one skill, which is named in front of each message. */
export function skillLog(log: SkillLog, skill: string): SkillLog {
  return logOf((level, message, data) => {
    log[level](`${skill}: ${boundedText(message)}`, boundedData(data));
  });
}

/** Calls what may throw, or return a promise that rejects; nobody else is told. */
export function quietly(call: () => unknown, onFailure: () => void = () => undefined): void {
  attempt(call).catch(onFailure);
}

function logOf(write: (level: Level, message: string, data?: JsonValue) => void): SkillLog {
  return {
    debug: (message, data) => write("debug", message, data),
    info: (message, data) => write("info", message, data),
    warn: (message, data) => write("warn", message, data),
    error: (message, data) => write("error", message, data),
  };
}

function boundedText(message: unknown): string {
  const text =
    typeof message === "string" ? message : `a message that is no text, but ${typeof message}`;
  return text.length <= MAX_MESSAGE_LENGTH ? text : `${text.slice(0, MAX_MESSAGE_LENGTH)}…`;
}

function boundedData(data: JsonValue | undefined): JsonValue | undefined {
  if (data === undefined) return undefined;
  try {
    const { length } = JSON.stringify(data);
    return length <= MAX_DATA_LENGTH ? data : `data of ${length} characters, left out`;
  } catch {
    return "data that is no JSON, left out";
  }
}
