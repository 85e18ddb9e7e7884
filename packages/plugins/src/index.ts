/**
 * Plugins that come with Kioku: redaction, quotas, an audit log.
 *
 * @module @kioku/plugins
 */
export { auditLog } from "./audit-log/audit-log.js";
export type { AuditLog } from "./audit-log/audit-log.js";
export type { AuditLogOptions } from "./audit-log/audit-log-options.js";
export type { AuditEntry, AuditHead } from "./audit-log/audit-entry.js";
export { verifyAuditLog } from "./audit-log/verify-audit-log.js";
export type { AuditVerdict, VerifyAuditLogOptions } from "./audit-log/verify-audit-log.js";
export { PERSONAL_RULES, SECRET_RULES } from "./redaction/built-in-rules.js";
export type { PersonalRule, RedactionRule, SecretRule } from "./redaction/built-in-rules.js";
export type { RedactionOptions } from "./redaction/redaction-options.js";
export { redaction } from "./redaction/redaction.js";
export type { Redaction, RedactionReport } from "./redaction/redaction.js";
export { sourceQuota } from "./source-quota/source-quota.js";
export type {
  QuotaSource,
  SourceQuota,
  SourceQuotaOptions,
  SourceQuotaReport,
} from "./source-quota/source-quota.js";
export { dictionaryExpander } from "./dictionary/dictionary-expander.js";
export type { DictionaryExpanderOptions } from "./dictionary/dictionary-expander.js";
export type { DictionaryEntry } from "./dictionary/dictionary.js";
