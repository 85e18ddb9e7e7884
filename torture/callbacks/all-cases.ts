import type { CallbackCase } from "./callback-case.ts";
import { ANSWER_CASES } from "./cases/answer-cases.ts";
import { AWAITED_CASES, CLOSING_CASES } from "./cases/awaited-cases.ts";
import { SERVER_CASES } from "./cases/server-cases.ts";
import { SKILL_CASES } from "./cases/skill-cases.ts";
import { TOLD_CASES } from "./cases/told-cases.ts";

/** Every callback that a host can give. */
export const ALL_CASES: readonly CallbackCase[] = [
  ...TOLD_CASES,
  ...ANSWER_CASES,
  ...AWAITED_CASES,
  ...CLOSING_CASES,
  ...SKILL_CASES,
  ...SERVER_CASES,
];
