/**
 * What runtimes of skills are made of: the contracts of matches and permissions, the embedder of a
 * memory, and the checks, the timer and the escaping for prompts that the rest of Kioku uses.
 *
 * @module @kioku/core/skills
 */
export type { AnySkill } from "../skill/skill.js";
export type { SkillSearchOptions } from "../skill/skill-context.js";
export type { SkillCause, SkillStatus } from "../skill/skill-event.js";
export type { SkillMatch, WakeReason } from "../skill/skill-match.js";
export type { ScopeGrant, SkillPermissions, WriteQuota } from "../skill/skill-permissions.js";
export { embedderOf } from "../memory/embedder-of.js";
export { identityOf } from "../memory/identity-of.js";
export { layersOf } from "../memory/layers-of.js";
export { listLayers } from "../memory/layer/list-layers.js";
export { LineChecksum } from "../transfer/line-checksum.js";
export { embedTexts } from "../embed/embed-texts.js";
export type { EmbedTextsOptions, EmbedTextsResult } from "../embed/embed-texts.js";
export {
  checkBoolean,
  checkFunction,
  checkMembers,
  checkMethods,
  checkNumber,
  checkObject,
  checkOneOf,
  checkText,
  checkTexts,
} from "../check/check.js";
export type { NumberLimits } from "../check/check.js";
export { checkedClock, checkedIds, checkedSchedule } from "../check/callback-answers.js";
export { checkScope } from "../check/check-scope.js";
export { invalidInput } from "../check/invalid-input.js";
export { checkSchema, placesOf, validateBySchema } from "../check/standard-schema.js";
export { isWithin, scopeToPath } from "../model/scope-path.js";
export { notify } from "../model/notify.js";
export { unlessAborted } from "../model/unless-aborted.js";
export { checkCallOptions } from "../memory/check-call-options.js";
export { MAX_DELAY_MS, waitedTimer } from "../memory/timers.js";
export { escapeAttribute, escapeText, visibleText } from "../prompt/escape.js";
