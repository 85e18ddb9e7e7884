/**
 * Conformance cases of skills, for any test runner.
 *
 * @module @kioku/skills/testing
 */
export { skillConformance } from "./skill-conformance.js";
export type { AnsweredQuestion, CreateSkill, SkillConformanceOptions } from "./skill-options.js";
