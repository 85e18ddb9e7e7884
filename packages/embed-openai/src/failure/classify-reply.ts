import type { Reply } from "../http/exchange.js";
import { retryAfterMs } from "../http/retry-after.js";
import type { ErrorBody } from "./error-body.js";
import { readErrorBody } from "./error-body.js";
import type { Failure } from "./failure.js";
import { isTooLarge } from "./is-too-large.js";
import { safeName } from "./safe-name.js";

/** What was asked, as far as an explanation needs it. */
export interface Asked {
  readonly model: string;
  /** What to do about the key, for messages. */
  readonly keyAdvice: string;
  readonly isOllama: boolean;
  /** The key and the texts. */
  readonly unspeakable: readonly string[];
  readonly clock: () => Date;
}

/** Codes of 429 that no waiting helps against. */
const WITHOUT_QUOTA: ReadonlySet<string> = new Set([
  "insufficient_quota",
  "billing_hard_limit_reached",
  "billing_not_active",
  "account_deactivated",
  "access_terminated",
]);
const TRANSIENT: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Says how a request failed that was answered with no vectors, and what to do about it. */
export function classifyReply(reply: Reply, json: unknown, asked: Asked): Failure {
  const body = readErrorBody(json);
  const status = statusOf(reply.status, body);
  const name = safeName([body.code, body.type], asked.unspeakable);
  const what = `answered ${status}${name === undefined ? "" : ` (${name})`}`;
  const after = retryAfterMs(reply.headers, asked.clock());
  if (isTooLarge(status, body)) {
    return { kind: "too-large", what, advice: "send fewer or shorter texts" };
  }
  if (status === 400 || status === 422) {
    const isEncoding = /encoding_format|embedding_type|base64/u.test(
      `${body.param} ${body.message}`,
    );
    if (isEncoding) return { kind: "encoding", what, advice: "set `encoding` to what it takes" };
  }
  const isPassing = TRANSIENT.has(status) || status >= 500 || status < 300;
  if (isPassing && !isWithoutQuota(body)) {
    return { kind: "transient", what, advice: passingAdvice(status), retryAfterMs: after };
  }
  return { kind: "permanent", what, advice: adviceFor(status, body, asked) };
}

/** Some gateways answer 200 and put the status into the body. */
function statusOf(status: number, { code }: ErrorBody): number {
  const inner = Number(code);
  const isStatus = Number.isInteger(inner) && inner >= 400 && inner <= 599;
  return status < 300 && isStatus ? inner : status;
}

function isWithoutQuota({ code, type }: ErrorBody): boolean {
  return WITHOUT_QUOTA.has(code) || WITHOUT_QUOTA.has(type);
}

function passingAdvice(status: number): string {
  if (status < 300) return "this is no list of vectors; check that baseURL ends in /v1";
  if (status === 429) return "lower maxConcurrency, or try again later";
  return "try again later";
}

function adviceFor(status: number, body: ErrorBody, asked: Asked): string {
  const { model, keyAdvice } = asked;
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
      return notFoundAdvice(body, asked);
    default:
      return refusedAdvice(body, asked);
  }
}

function notFoundAdvice(body: ErrorBody, { model, isOllama }: Asked): string {
  const isModel = body.code === "model_not_found" || /\bmodel\b/iu.test(body.message);
  if (!isModel) return "there is no such path; check that baseURL ends in /v1";
  return `it has no model ${model}${isOllama ? `; try: ollama pull ${model}` : ""}`;
}

function refusedAdvice(body: ErrorBody, { model }: Asked): string {
  const isWidth = /dimension|matryoshka/iu.test(`${body.param} ${body.message}`);
  if (isWidth) return `${model} may have one width only; check dimensions, or leave it out`;
  return "the request was refused; check model, dimensions, encoding and body";
}
