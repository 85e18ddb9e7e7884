import type { JsonValue, SkillLog } from "@kioku/core";

import { attempt } from "./task-scope.js";

/** Longest message, in UTF-16 units. */
const MAX_MESSAGE_LENGTH = 2_000;
/** Longest data, in UTF-16 units as JSON. */
const MAX_DATA_LENGTH = 16_000;

type Level = keyof SkillLog;

/** Wraps a log so that its failures do no harm. */
export function safeLog(log: SkillLog | undefined): SkillLog {
  return logOf((level, message, data) => quietly(() => log?.[level](message, data)));
}

/** Makes the log of one skill: its name precedes each message, whose size is bounded. */
export function skillLog(log: SkillLog, skill: string): SkillLog {
  return logOf((level, message, data) => {
    log[level](`${skill}: ${boundedText(message)}`, boundedData(data));
  });
}

/** Calls a function and swallows its failure, or that of the promise that it returns. */
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
