/**
 * What a skill has to do, as cases for any test runner.
 *
 * @module @kioku/skills/testing
 */
export { skillConformance } from "./skill-conformance.js";
export type { AnsweredQuestion, CreateSkill, SkillConformanceOptions } from "./skill-options.js";
