import type { Connection } from "./connect.js";

/** Methods whose results a client may keep, of 2026-07-28. */
const CACHEABLE: ReadonlySet<unknown> = new Set([
  "server/discover",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
]);
/** Notifications that a server sends: of no progress, and no logs. */
const TOLD = /^notifications\/(?:resources\/updated|subscriptions\/acknowledged)$/u;

type Result = Readonly<Record<string, unknown>>;

/** Returns the messages of a server that break a rule of their version, each with the rule. */
export function wireFaults({ passed, version }: Pick<Connection, "passed" | "version">): string[] {
  const methods = new Map<unknown, unknown>();
  const faults: string[] = [];
  for (const { from, message } of passed) {
    const { id, method, result } = message;
    if (from === "client") {
      if (id !== undefined) methods.set(id, method);
      continue;
    }
    const add = (fault: string): unknown => faults.push(`${fault}: ${JSON.stringify(message)}`);
    if (message["jsonrpc"] !== "2.0") add("no JSON-RPC");
    // A server asks for no samples, roots or words of a user.
    if (method !== undefined) {
      if (id !== undefined) add("a request");
      if (typeof method !== "string" || !TOLD.test(method)) add("a notification");
      continue;
    }
    if (!methods.has(id)) add("an answer to nothing");
    if (result !== undefined) {
      for (const fault of resultFaults(result as Result, methods.get(id), version)) add(fault);
    }
    methods.delete(id);
  }
  return faults;
}

function resultFaults(result: Result, method: unknown, version: string): readonly string[] {
  const { resultType, ttlMs, cacheScope } = result;
  const isModern = version === "2026-07-28" && method !== "initialize";
  const isCacheable = isModern && CACHEABLE.has(method);
  const faults = {
    resultType: resultType === (isModern ? "complete" : undefined),
    ttlMs: isCacheable ? Number.isInteger(ttlMs) : ttlMs === undefined,
    // Memories are those of one user: nobody may keep them for others.
    cacheScope: cacheScope === (isCacheable ? "private" : undefined),
  };
  return Object.entries(faults).flatMap(([name, isRight]) => (isRight ? [] : [`wrong ${name}`]));
}
