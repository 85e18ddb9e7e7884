import { codeOf } from "./files.js";

/** Codes of failures of the network, such as `ECONNREFUSED`; other texts may hold what was sent. */
const NETWORK_CODE = /^(?:E[A-Z_0-9]{2,30}|UND_ERR_[A-Z_]{2,30}|[A-Z_]*CERT[A-Z_]{0,40})$/u;

/** Returns the code of a failed `fetch`, from the error or what caused it. */
export function networkCode(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; depth += 1) {
    const code = codeOf(cause) ?? "";
    if (NETWORK_CODE.test(code)) return code;
    ({ cause } = cause);
  }
  return undefined;
}

/** Returns the milliseconds that an answer asks to wait: seconds, or until a date. */
export function retryAfterOf(headers: Headers, now: Date): number | undefined {
  const given = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}(?:\.\d{1,9})?$/u.test(given)) return Number(given) * 1000;
  const until = Date.parse(given);
  return Number.isNaN(until) ? undefined : Math.max(0, until - now.getTime());
}
