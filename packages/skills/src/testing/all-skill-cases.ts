import { skillBoundsCases } from "./cases/bounds.js";
import { skillCallCases } from "./cases/calls.js";
import { skillFailureCases } from "./cases/failures.js";
import { skillLifeCases } from "./cases/life.js";
import { skillMeaningCases } from "./cases/meaning.js";
import { skillUserCases } from "./cases/users.js";
import type { SkillCase } from "./skill-case.js";

/** Every case of the skill suite. */
export const ALL_SKILL_CASES: readonly SkillCase[] = [
  ...skillLifeCases,
  ...skillMeaningCases,
  ...skillCallCases,
  ...skillBoundsCases,
  ...skillFailureCases,
  ...skillUserCases,
];
