import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join, parse } from "node:path";

import { onTestFinished } from "vitest";

import { bundleScripts } from "./bundle-scripts.js";

const BUNDLED = await bundleScripts();

/** Another process. */
export interface Child {
  readonly process: ChildProcess;
  /** The oldest message that was not asked for yet; "exited" if there comes none any more. */
  message(): Promise<unknown>;
  /** Resolves with the exit code; `null` if a signal ended it. */
  exited(): Promise<number | null>;
}

/** Starts a script of this folder; it is killed when the test ends. */
export function startChild(script: URL, ...args: readonly string[]): Child {
  const child = fork(join(BUNDLED, `${parse(script.pathname).name}.js`), args, { execArgv: [] });
  const exit = once(child, "exit") as Promise<[number | null]>;
  const messages: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  child.on("message", (message) => {
    const next = waiting.shift();
    if (next) next(message);
    else messages.push(message);
  });
  child.on("exit", () => {
    for (const next of waiting.splice(0)) next("exited");
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return {
    process: child,
    message: () =>
      messages.length > 0
        ? Promise.resolve(messages.shift())
        : new Promise((resolve) => {
            waiting.push(resolve);
          }),
    exited: async () => (await exit)[0],
  };
}
