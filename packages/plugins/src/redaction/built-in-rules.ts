import { findCardNumbers } from "./card-numbers.js";
import {
  findAnthropicKeys,
  findAwsKeys,
  findAzureKeys,
  findGcpKeys,
  findGithubTokens,
  findGitlabTokens,
  findJwts,
  findOpenaiKeys,
  findOtherTokens,
  findPrivateKeys,
  findSlackTokens,
  findStripeKeys,
} from "./key-rules.js";
import { findAssignments, findBearerTokens, findUrlCredentials } from "./named-secrets.js";
import { findEmails, findIbans, findPhones } from "./personal-rules.js";
import type { FindSecrets } from "./rule.js";

/** Any built-in rule. */
export type RedactionRule = SecretRule | PersonalRule;

/** A rule for what tells who somebody is. */
export type PersonalRule = "iban" | "email" | "phone";

/** A rule for secrets and card numbers. */
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
 * By name, in the order in which they are applied: those that know best what they see come first.
 */
export const RULES: Readonly<Record<RedactionRule, FindSecrets>> = {
  "private-key": findPrivateKeys,
  "aws-key": findAwsKeys,
  "gcp-key": findGcpKeys,
  "azure-key": findAzureKeys,
  "github-token": findGithubTokens,
  "gitlab-token": findGitlabTokens,
  "slack-token": findSlackTokens,
  "stripe-key": findStripeKeys,
  "anthropic-key": findAnthropicKeys,
  "openai-key": findOpenaiKeys,
  "other-token": findOtherTokens,
  jwt: findJwts,
  "url-credentials": findUrlCredentials,
  bearer: findBearerTokens,
  assignment: findAssignments,
  iban: findIbans,
  "card-number": findCardNumbers,
  email: findEmails,
  phone: findPhones,
};

/**
 * The rules for what tells who somebody is. They are off unless named, since it is often what a
 * memory is about.
 */
export const PERSONAL_RULES: readonly PersonalRule[] = ["iban", "email", "phone"];

/** The rules for secrets and card numbers, which are on by default. */
export const SECRET_RULES: readonly SecretRule[] = [
  "private-key",
  "aws-key",
  "gcp-key",
  "azure-key",
  "github-token",
  "gitlab-token",
  "slack-token",
  "stripe-key",
  "anthropic-key",
  "openai-key",
  "other-token",
  "jwt",
  "url-credentials",
  "bearer",
  "assignment",
  "card-number",
];
