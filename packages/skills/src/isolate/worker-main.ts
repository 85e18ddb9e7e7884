import type * as Threads from "node:worker_threads";

import type { MemoryErrorCode } from "@kioku/core";

import type { errorCopies } from "./error-copies.js";
import type { generatorParts } from "./generator-parts.js";
import type { HostMessage, SentError, WorkerMessage, WorkerStart } from "./messages.js";

/** Functions that are sent as source text beside the main one. */
interface WorkerHelpers {
  readonly partsOf: typeof generatorParts;
  readonly errorCopies: typeof errorCopies;
}

type Run = (input: unknown, context: unknown) => unknown;

interface SentReport {
  readonly outcomes: readonly { error?: unknown }[];
}

interface Settle {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

/**
 * Runs a skill in a worker. It is sent as source text, so it uses nothing but its arguments and
 * globals.
 */
export function workerMain(
  { parentPort: port, workerData }: typeof Threads,
  makeRun: () => Run,
  { partsOf, errorCopies: copiesOf }: WorkerHelpers,
): void {
  if (!port) return;
  class MemoryError extends Error {
    constructor(code: MemoryErrorCode, message: string, more: object = {}) {
      super(message);
      Object.assign(this, { name: "MemoryError", code, retryable: false, details: {} }, more);
    }
  }
  /** Ends a call with a reason. */
  class Declined extends Error {}
  const { toSent, fromSent } = copiesOf(MemoryError);
  const { serialize } = process.getBuiltinModule("node:v8");
  const start = workerData as WorkerStart;
  const { skill, event, match, memoryVerbs, contextVerbs, scopes, maxPending } = start;
  const pending = new Int32Array(start.pending);
  const calls = new Map<number, Settle>();
  const controller = new AbortController();
  const clock = { nowMs: start.nowMs, readAt: performance.now() };
  const counts = { calls: 0, printable: start.maxPrinted };
  let parts: ReturnType<typeof partsOf>;

  /** Waits while the host is behind, since a loop that never ends could fill its memory. */
  function post(message: WorkerMessage): void {
    for (;;) {
      const count = Atomics.load(pending, 0);
      if (count < maxPending) break;
      Atomics.wait(pending, 0, count);
    }
    send(message);
    Atomics.add(pending, 0, 1);
  }

  /** Sends a message that the host can read without holding up others. */
  function send(message: WorkerMessage): void {
    const { byteLength } = serialize(message);
    if (byteLength > start.maxBytes) {
      throw new MemoryError("limit-exceeded", `message is longer than ${start.maxBytes} bytes`);
    }
    port?.postMessage(message);
  }

  /** Makes the error for a value that cannot be sent. */
  function unsent(what: string, code: MemoryErrorCode, cause: unknown): unknown {
    if (cause instanceof MemoryError) return cause;
    return new MemoryError(code, `${what} cannot be copied out of the worker`);
  }

  function result(message: WorkerMessage): void {
    try {
      send(message);
    } catch (error) {
      failed(unsent("output", "skill-failed", error));
    }
  }

  function failed(thrown: unknown): void {
    try {
      if (thrown instanceof Declined) send({ type: "declined", reason: thrown.message });
      else send({ type: "failed", error: toSent(thrown) });
    } catch {
      const value = "a value that cannot be copied";
      port?.postMessage({ type: "failed", error: { kind: "value", value } });
    }
  }

  async function call(
    target: "context" | "memory" | "state",
    { path = [], verb }: { readonly path?: readonly string[]; readonly verb: string },
    list: readonly unknown[],
  ): Promise<unknown> {
    const id = (counts.calls += 1);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    // A call that is not awaited must not end the worker.
    promise.catch(() => undefined);
    let signalAt = -1;
    let signal: AbortSignal | undefined;
    const given = list.map((one, index) => {
      const own = (one as { readonly signal?: unknown } | null | undefined)?.signal;
      if (!(own instanceof AbortSignal)) return one;
      signalAt = index;
      signal = own;
      return { ...(one as object), signal: undefined };
    });
    signal?.throwIfAborted();
    calls.set(id, { resolve, reject });
    try {
      post({ type: "call", id, target, path, verb, given, signalAt });
    } catch (error) {
      calls.delete(id);
      throw unsent(`arguments of ${verb}`, "invalid-input", error);
    }
    const abort = (): void => {
      post({ type: "cancel", id });
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    return promise.finally(() => signal?.removeEventListener("abort", abort));
  }

  function refused(verb: string): () => never {
    return () => {
      throw new MemoryError("unsupported", `${verb} is not available in a worker`);
    };
  }

  function view(target: "memory" | "state", path: readonly string[] = []): object {
    const verbs = memoryVerbs.map((verb) => [
      verb,
      async (...list: unknown[]) => {
        const value = await call(target, { path, verb }, list);
        if (verb !== "context") return value;
        return { ...(value as object), citations: refused("citations") };
      },
    ]);
    return Object.freeze({
      ...(Object.fromEntries(verbs) as object),
      scopePath: Object.freeze([...scopes[target], ...path]),
      scope: (...names: string[]) => view(target, [...path, ...names]),
      on: refused("memory.on"),
      export: refused("memory.export"),
    });
  }

  function log(level: "debug" | "info" | "warn" | "error") {
    return (message: unknown, data: unknown): void => {
      try {
        post({ type: "log", level, message: String(message), data });
      } catch {
        post({ type: "log", level, message: String(message), data: "data that is no JSON" });
      }
    };
  }

  async function emit(...list: unknown[]): Promise<unknown> {
    const report = (await call("context", { verb: "emit" }, list)) as SentReport;
    for (const one of report.outcomes) if (one.error) one.error = fromSent(one.error as SentError);
    return report;
  }

  /** Sends what is printed to the log of the skill, up to a length. */
  function print(level: "info" | "warn", stream: NodeJS.WriteStream): void {
    stream.write = (chunk: unknown, ...more: unknown[]) => {
      const text = String(chunk).slice(0, counts.printable);
      counts.printable -= text.length;
      if (text.trim() !== "") log(level)(text.trimEnd(), undefined);
      const done = more.find((one) => typeof one === "function");
      if (done) queueMicrotask(done as () => void);
      return true;
    };
  }

  function contextOf(): object {
    const verbs = contextVerbs.map((verb) => [
      verb,
      verb === "emit" ? emit : (...list: unknown[]) => call("context", { verb }, list),
    ]);
    return Object.freeze({
      ...(Object.fromEntries(verbs) as object),
      skill,
      signal: controller.signal,
      log: { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") },
      ...(event && { event }),
      ...(match && { match }),
      now: () => new Date(Math.round(clock.nowMs + performance.now() - clock.readAt)),
      memory: view("memory"),
      state: view("state"),
      fail: (reason: unknown) => {
        throw new Declined(typeof reason === "string" ? reason : "");
      },
    });
  }

  async function step(how: "next" | "return"): Promise<void> {
    try {
      const next = await parts?.[how]?.();
      result({ type: "step", done: next?.done !== false, value: await next?.value });
    } catch (error) {
      failed(error);
    }
  }

  function receive(message: HostMessage): void {
    if (message.type === "abort") controller.abort(fromSent(message.reason));
    else if (message.type === "answer") {
      Object.assign(clock, { nowMs: message.nowMs, readAt: performance.now() });
      const settle = calls.get(message.id);
      calls.delete(message.id);
      if (message.error) settle?.reject(fromSent(message.error));
      else {
        const members = Object.entries(message.members ?? {});
        for (const [name, value] of members) {
          Object.defineProperty(message.value, name, { value });
        }
        settle?.resolve(message.value);
      }
    } else void step(message.type);
  }

  async function work(): Promise<void> {
    const output = await makeRun()(start.input, contextOf());
    parts = partsOf(output);
    result(parts ? { type: "generator" } : { type: "output", value: output });
  }

  print("info", process.stdout);
  print("warn", process.stderr);
  port.on("message", receive);
  work().catch(failed);
}
