/**
 * A runtime for skills that wake by meaning, share what they know, and keep within their bounds.
 *
 * @module @kioku/skills
 */
export type {
  DispatchReport,
  Skill,
  SkillContext,
  SkillEvent,
  SkillEventMap,
  SkillEventName,
  SkillFiles,
  SkillLog,
  SkillManifest,
  SkillMemory,
  SkillOutcome,
  SkillTrigger,
} from "@kioku/core";
export type {
  AnySkill,
  ScopeGrant,
  SkillCause,
  SkillEntryOptions,
  SkillMatch,
  SkillPermissions,
  SkillSearchOptions,
  SkillStatus,
  WakeReason,
  WriteQuota,
} from "@kioku/core/toolkit";
export { defineSkill } from "./define/define-skill.js";
export type { DefinedSkill } from "./define/define-skill.js";
export { createSkillRuntime } from "./runtime/create-skill-runtime.js";
export type {
  MemoryEventOptions,
  SkillRuntimeOptions,
  TriggerOptions,
} from "./runtime/runtime-options.js";
export type {
  AnySkillRuntime,
  CatalogOptions,
  MatchOptions,
  EmitOptions,
  SkillAsset,
  SkillCallOptions,
  SkillHit,
  SkillInput,
  SkillOutput,
  SkillRuntime,
  SkillSearchCall,
} from "./runtime/skill-runtime.js";
export { skillMemory, type SkillMemoryOptions } from "./runtime/skill-memory.js";
export { loadSkills } from "./format/load-skills.js";
export type { LoadSkillsOptions, SkillWarning } from "./format/load-skills.js";
export { reloadSkills } from "./format/reload-skills.js";
export type { ReloadedSkills } from "./format/reload-skills.js";
export { parseSkill } from "./format/parse-skill.js";
export type { ParseSkillOptions } from "./format/parse-skill.js";
export { conceptExpander } from "./trigger/concept-expander.js";
export type { ConceptExpanderOptions } from "./trigger/concept-expander.js";
