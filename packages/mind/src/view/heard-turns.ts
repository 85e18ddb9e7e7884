import type { RememberInput } from "@kioku/core";
import {
  checkInstant,
  checkMembers,
  checkNumber,
  checkOneOf,
  checkText,
  invalidInput,
  MAX_CONTENT_LENGTH,
  MAX_NAME_LENGTH,
} from "@kioku/core/toolkit";

import type { HeardTurn } from "../api/conversation.js";

const ORIGINS = ["user", "assistant"] as const;
const MEMBERS = ["content", "origin", "speaker", "at", "trust", "idempotencyKey"];

/** Makes inputs of turns. @throws `invalid-input` */
export function turnsToInputs(
  turns: string | HeardTurn | readonly HeardTurn[],
  kind: string,
): readonly RememberInput[] {
  const isList = Array.isArray(turns);
  const list: readonly unknown[] = isList ? Array.from(turns as readonly unknown[]) : [turns];
  return list.map((turn, index) => toInput(turn, isList ? `turns[${index}]` : "turns", kind));
}

function toInput(given: unknown, name: string, kind: string): RememberInput {
  if (typeof given === "string") {
    return { content: checkText(given, name, MAX_CONTENT_LENGTH), kind, origin: "user" };
  }
  if (typeof given !== "object" || given === null) {
    const isOne = name === "turns";
    throw invalidInput(
      name,
      isOne ? "a text, a turn or a list of these" : "a text or a turn",
      given,
    );
  }
  checkMembers(given, name, MEMBERS);
  const { content, origin = "user", speaker, at, trust, idempotencyKey } = given as HeardTurn;
  return {
    content: checkText(content, `${name}.content`, MAX_CONTENT_LENGTH),
    kind,
    origin: checkOneOf(origin, `${name}.origin`, ORIGINS),
    speaker:
      speaker === undefined ? undefined : checkText(speaker, `${name}.speaker`, MAX_NAME_LENGTH),
    occurredAt: at === undefined ? undefined : checkInstant(at, `${name}.at`),
    trust:
      trust === undefined ? undefined : checkNumber(trust, `${name}.trust`, { min: 0, max: 1 }),
    idempotencyKey,
  };
}
