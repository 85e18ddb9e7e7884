import { findByAny, findByPattern } from "./rule.js";
import type { FindSecrets } from "./rule.js";

/*
 * Keys that say by their beginning what they are. Every pattern begins with a look behind that lets
 * it start at one place of a word only, and has no repetition within a repetition, so that its time
 * is linear in the text.
 */

/** From the first line to the last one; to the end of the text where the last one is missing. */
export const findPrivateKeys: FindSecrets = findByPattern(
  /-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----|$)/u,
);

/**
 * Access key ids. Secret access keys have no shape of their own; they are found where a name says
 * what they are.
 */
export const findAwsKeys: FindSecrets = findByPattern(
  /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/u,
);

/** API keys, OAuth tokens and client secrets of Google. */
export const findGcpKeys: FindSecrets = findByPattern(
  /(?<![\w-])(?:AIza[\w-]{35}(?![\w-])|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,})/u,
);

/** Keys in connection strings, signatures of shared access, and client secrets. */
export const findAzureKeys: FindSecrets = findByAny(
  findByPattern(/(?<![A-Za-z])(?:Account|SharedAccess)Key=([A-Za-z0-9+/=]{20,})/u),
  findByPattern(/[?&;]sig=([A-Za-z0-9%+/=_-]{20,})/u),
  findByPattern(/(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/u),
);

/** Tokens of users, apps and refreshes, classic and fine-grained. */
export const findGithubTokens: FindSecrets = findByPattern(
  /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{22,})/u,
);

/** Tokens of users, deploys, runners and pipelines. */
export const findGitlabTokens: FindSecrets = findByPattern(
  /(?<![A-Za-z0-9])gl(?:pat|dt|ptt|soat|rt|cbt|ft|imt|agent|oas)-[\w-]{20,}/u,
);

/** Tokens of bots, users and apps, and the addresses of webhooks. */
export const findSlackTokens: FindSecrets = findByPattern(
  /(?<![A-Za-z0-9])(?:xox[a-z](?:\.xox[a-z])?-[\w-]{10,}|xapp-\d-[\w-]{10,}|hooks\.slack\.com\/(?:services|workflows)\/[\w/]{20,})/u,
);

/** Secret and restricted keys, and the secrets of webhooks. Publishable keys are public. */
export const findStripeKeys: FindSecrets = findByPattern(
  /(?<![A-Za-z0-9])(?:[rs]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{20,})/u,
);

/** Keys of Anthropic. */
export const findAnthropicKeys: FindSecrets = findByPattern(/(?<![A-Za-z0-9])sk-ant-[\w-]{16,}/u);

/** Keys of OpenAI, and of those who copied their form. */
export const findOpenaiKeys: FindSecrets = findByPattern(
  /(?<![A-Za-z0-9])sk-(?:(?:proj|svcacct|admin|None|or-v\d)-[\w-]{20,}|[A-Za-z0-9]{20,})/u,
);

/** Tokens of npm, Hugging Face, PyPI, SendGrid and DigitalOcean. */
export const findOtherTokens: FindSecrets = findByPattern(
  /(?<![A-Za-z0-9])(?:npm_[A-Za-z0-9]{36}|hf_[A-Za-z0-9]{30,}|pypi-AgE[\w-]{40,}|SG\.[\w-]{16,64}\.[\w-]{16,}|do[por]_v1_[a-f0-9]{64})/u,
);

/** JSON web tokens, signed or not. */
export const findJwts: FindSecrets = findByPattern(/(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/u);
