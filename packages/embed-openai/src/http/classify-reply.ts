import type { Failure, Reply } from "./exchange.js";

/** Facts about a request that explanations need. */
export interface RequestFacts {
  readonly model: string;
  readonly keyAdvice: string;
  readonly isOllama: boolean;
  /** The key and the texts. */
  readonly secrets: readonly string[];
  readonly clock: () => Date;
}

/** The error in a server's answer. Only `code` and `type` may be shown, and only by `safeName`. */
interface ErrorBody {
  /** Used to recognise failures, never shown. */
  readonly message: string;
  readonly code: string;
  readonly type: string;
  readonly param: string;
}

/** Codes of 429 that waiting does not cure. */
const WITHOUT_QUOTA: ReadonlySet<string> = new Set([
  "insufficient_quota",
  "billing_hard_limit_reached",
  "billing_not_active",
  "account_deactivated",
  "access_terminated",
]);
const TRANSIENT: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Characters of a message that are read: servers repeat parts of a request at its end. */
const MAX_MESSAGE = 300;

const TOO_LARGE_CODES: ReadonlySet<string> = new Set([
  "max_tokens_per_request",
  "context_length_exceeded",
  "string_above_max_length",
  "array_above_max_length",
  // Mistral, for too many tokens and for too many inputs.
  "3210",
]);

/** Wordings of OpenAI, Ollama, vLLM, llama.cpp, LM Studio, Jina, Voyage, Mistral and TEI. */
const TOO_LARGE_PHRASES = [
  /too many (?:tokens|inputs)/iu,
  /max(?:imum)? (?:context|input|sequence|model) len/iu,
  /exceeds? (?:the |maximum |available )*context (?:length|size|window)/iu,
  /max(?:imum)? (?:allowed )?(?:\d+ )?tokens/iu,
  /(?:cannot exceed|less than|larger than|at most) \d+ (?:tokens|items|inputs)/iu,
  /input (?:length|is too (?:large|long)|too (?:large|long))/iu,
  /maximum allowed batch size/iu,
  /array too long/iu,
  /tokens exceed/iu,
];

/** Classifies an answer without vectors and adds advice. */
export function classifyReply(reply: Reply, json: unknown, facts: RequestFacts): Failure {
  const body = readErrorBody(json);
  const status = statusOf(reply.status, body);
  const name = safeName([body.code, body.type], facts.secrets);
  const problem = `answered ${status}${name === undefined ? "" : ` (${name})`}`;
  const after = retryAfterMs(reply.headers, facts.clock());
  if (isTooLarge(status, body)) {
    return { kind: "too-large", problem, advice: "send fewer or shorter texts" };
  }
  if (status === 400 || status === 422) {
    const hint = `${body.param} ${body.message}`;
    const isEncoding = /encoding_format|embedding_type|base64/u.test(hint);
    if (isEncoding) return { kind: "encoding", problem, advice: "set `encoding` to what it takes" };
  }
  const isPassing = TRANSIENT.has(status) || status >= 500 || status < 300;
  if (isPassing && !isWithoutQuota(body)) {
    return { kind: "transient", problem, advice: passingAdvice(status), retryAfterMs: after };
  }
  return { kind: "permanent", problem, advice: adviceFor(status, body, facts) };
}

/** Returns the status, which some gateways put into the body of a 200. */
function statusOf(status: number, { code }: ErrorBody): number {
  const inner = Number(code);
  const isStatus = Number.isInteger(inner) && inner >= 400 && inner <= 599;
  return status < 300 && isStatus ? inner : status;
}

function isWithoutQuota({ code, type }: ErrorBody): boolean {
  return WITHOUT_QUOTA.has(code) || WITHOUT_QUOTA.has(type);
}

function passingAdvice(status: number): string {
  if (status < 300) return "this is not a list of vectors; check that baseURL ends in /v1";
  if (status === 429) return "lower maxConcurrency, or try again later";
  return "try again later";
}

function adviceFor(status: number, body: ErrorBody, facts: RequestFacts): string {
  const { model, keyAdvice } = facts;
  if (isWithoutQuota(body)) return "the account has no quota; check its plan and billing";
  if (status < 400) return "redirects are not followed; set baseURL to where it leads";
  switch (status) {
    case 401:
      return keyAdvice;
    case 402:
      return "the server wants to be paid; check the account's plan and billing";
    case 403:
      return `${keyAdvice}, and whether it may use ${model}`;
    case 404:
    case 405:
      return notFoundAdvice(body, facts);
    default:
      return refusedAdvice(body, facts);
  }
}

function notFoundAdvice(body: ErrorBody, { model, isOllama }: RequestFacts): string {
  const isModel = body.code === "model_not_found" || /\bmodel\b/iu.test(body.message);
  if (!isModel) return "there is no such path; check that baseURL ends in /v1";
  return `it has no model ${model}${isOllama ? `; try: ollama pull ${model}` : ""}`;
}

function refusedAdvice(body: ErrorBody, { model }: RequestFacts): string {
  const isWidth = /dimension|matryoshka/iu.test(`${body.param} ${body.message}`);
  if (isWidth) return `${model} may have one width only; check dimensions, or leave it out`;
  return "the request was refused; check model, dimensions, encoding and body";
}

/** Finds a server's name of the failure that is safe to show and is part of no secret. */
function safeName(names: readonly string[], secrets: readonly string[]): string | undefined {
  return names.find(
    (name) =>
      /^[A-Za-z][A-Za-z_]{2,39}$/u.test(name) &&
      !secrets.some((secret) => secret.toLowerCase().includes(name.toLowerCase())),
  );
}

/**
 * Reads the wait that an answer asks for, in milliseconds: `retry-after-ms`, or `retry-after` in
 * seconds or as a date.
 */
function retryAfterMs(headers: Headers, now: Date): number | undefined {
  const exact = toAmount(headers.get("retry-after-ms"));
  if (exact !== undefined) return exact;
  const given = headers.get("retry-after");
  const seconds = toAmount(given);
  if (seconds !== undefined) return seconds * 1_000;
  const until = given === null ? Number.NaN : Date.parse(given);
  return Number.isNaN(until) ? undefined : Math.max(until - now.getTime(), 0);
}

function toAmount(text: string | null): number | undefined {
  return text !== null && /^\s*\d{1,15}(?:\.\d{1,15})?\s*$/u.test(text) ? Number(text) : undefined;
}

/**
 * Reads the error of a body in any of the forms in use: `{ error: { message, … } }` (OpenAI,
 * Ollama, newer vLLM), `{ error: "…" }` (LM Studio, TEI), `{ message, … }` (older vLLM, Mistral),
 * `{ detail: "…" }` or `{ detail: [{ msg }] }` (Voyage, Jina).
 */
function readErrorBody(json: unknown): ErrorBody {
  const outer = toRecord(json);
  const inner = "error" in outer ? outer["error"] : json;
  const fields = toRecord(inner);
  const { detail } = fields;
  const first = toRecord(Array.isArray(detail) ? detail[0] : undefined);
  const messages = [inner, fields["message"], detail, first["msg"], outer["message"]];
  const message = messages.find((one) => typeof one === "string") ?? "";
  return {
    message: message.slice(0, MAX_MESSAGE),
    code: toName(fields["code"]),
    type: toName(fields["type"] ?? fields["error_type"] ?? outer["error_type"]),
    param: toName(fields["param"]),
  };
}

/** Returns true if the server refused the request for its size: of the batch or of one text. */
function isTooLarge(status: number, { code, type, message }: ErrorBody): boolean {
  if (status === 413) return true;
  // OpenAI's answer to a request beyond the limit of a whole minute.
  if (status === 429) return /request too large/iu.test(message);
  if (status !== 400 && status !== 422 && status < 500) return false;
  if (TOO_LARGE_CODES.has(code) || TOO_LARGE_CODES.has(type)) return true;
  return TOO_LARGE_PHRASES.some((phrase) => phrase.test(message));
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRecord ? (value as Readonly<Record<string, unknown>>) : {};
}

function toName(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
