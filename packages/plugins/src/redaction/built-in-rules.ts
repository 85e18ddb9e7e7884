import { findCardNumbers } from "./card-numbers.js";
import { findAssignments, findBearerTokens, findUrlCredentials } from "./named-secrets.js";
import { findEmails, findIbans, findPhones } from "./personal-rules.js";
import { findByAny, findByPattern, type FindSecrets } from "./rule.js";

/** Name of a built-in rule. */
export type RedactionRule = SecretRule | PersonalRule;

/** Name of a rule for personal data. */
export type PersonalRule = "iban" | "email" | "phone";

/** Name of a rule for secrets and card numbers. */
export type SecretRule =
  | "private-key"
  | "aws-key"
  | "gcp-key"
  | "azure-key"
  | "github-token"
  | "gitlab-token"
  | "slack-token"
  | "stripe-key"
  | "anthropic-key"
  | "openai-key"
  | "other-token"
  | "jwt"
  | "url-credentials"
  | "bearer"
  | "assignment"
  | "card-number";

/**
 * Rules by name, in the order in which they are applied, the most specific first. The patterns of
 * keys begin with a lookbehind, and have no repetition within another: their time is linear.
 */
export const RULES: Readonly<Record<RedactionRule, FindSecrets>> = {
  // Private keys, to the end of the text where the last line is missing.
  "private-key": findByPattern(
    /-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----|$)/u,
  ),
  // Access key ids. Secret access keys are found by their names: see named-secrets.ts.
  "aws-key": findByPattern(/(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/u),
  // API keys, OAuth tokens and client secrets of Google.
  "gcp-key": findByPattern(
    /(?<![\w-])(?:AIza[\w-]{35}(?![\w-])|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,})/u,
  ),
  // Keys in connection strings, signatures of shared access, and client secrets.
  "azure-key": findByAny(
    findByPattern(/(?<![A-Za-z])(?:Account|SharedAccess)Key=([A-Za-z0-9+/=]{20,})/u),
    findByPattern(/[?&;]sig=([A-Za-z0-9%+/=_-]{20,})/u),
    findByPattern(/(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/u),
  ),
  // Tokens of users, apps and refreshes, classic and fine-grained.
  "github-token": findByPattern(
    /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{22,})/u,
  ),
  // Tokens of users, deploys, runners and pipelines.
  "gitlab-token": findByPattern(
    /(?<![A-Za-z0-9])gl(?:pat|dt|ptt|soat|rt|cbt|ft|imt|agent|oas)-[\w-]{20,}/u,
  ),
  // Tokens of bots, users and apps, and the addresses of webhooks.
  "slack-token": findByPattern(
    /(?<![A-Za-z0-9])(?:xox[a-z](?:\.xox[a-z])?-[\w-]{10,}|xapp-\d-[\w-]{10,}|hooks\.slack\.com\/(?:services|workflows)\/[\w/]{20,})/u,
  ),
  // Secret and restricted keys, and the secrets of webhooks. Publishable keys are public.
  "stripe-key": findByPattern(
    /(?<![A-Za-z0-9])(?:[rs]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{20,})/u,
  ),
  // Keys of Anthropic.
  "anthropic-key": findByPattern(/(?<![A-Za-z0-9])sk-ant-[\w-]{16,}/u),
  // Keys of OpenAI and others of the same form.
  "openai-key": findByPattern(
    /(?<![A-Za-z0-9])sk-(?:(?:proj|svcacct|admin|None|or-v\d)-[\w-]{20,}|[A-Za-z0-9]{20,})/u,
  ),
  // Tokens of npm, Hugging Face, PyPI, SendGrid and DigitalOcean.
  "other-token": findByPattern(
    /(?<![A-Za-z0-9])(?:npm_[A-Za-z0-9]{36}|hf_[A-Za-z0-9]{30,}|pypi-AgE[\w-]{40,}|SG\.[\w-]{16,64}\.[\w-]{16,}|do[por]_v1_[a-f0-9]{64})/u,
  ),
  // JSON web tokens, signed or not.
  jwt: findByPattern(/(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/u),
  "url-credentials": findUrlCredentials,
  bearer: findBearerTokens,
  assignment: findAssignments,
  iban: findIbans,
  "card-number": findCardNumbers,
  email: findEmails,
  phone: findPhones,
};

/** Rules for personal data. They are off by default, as memories are often about it. */
export const PERSONAL_RULES: readonly PersonalRule[] = ["iban", "email", "phone"];

/** Rules for secrets and card numbers, which are on by default. */
export const SECRET_RULES: readonly SecretRule[] = (Object.keys(RULES) as RedactionRule[]).filter(
  (rule): rule is SecretRule => !(PERSONAL_RULES as readonly string[]).includes(rule),
);
