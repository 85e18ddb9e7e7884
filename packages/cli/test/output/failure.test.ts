import { MemoryError, type MemoryErrorCode } from "@kioku/core";
import { expect, it } from "vitest";

import { CliError } from "../../src/command/cli-error.js";
import { failureOf } from "../../src/output/failure.js";
import { reportFailures } from "../../src/output/report-failures.js";
import { testHost } from "../support/test-host.js";

const QUIET = new AbortController().signal;

it("has an exit code for each code of the memory", () => {
  const codes = [
    "invalid-input",
    "not-found",
    "not-permitted",
    "untrusted",
    "rejected-by-plugin",
    "conflict",
    "store-unavailable",
    "store-failed",
    "schema-too-new",
  ] as const;
  expect(codes.map((code) => exitCode(code))).toEqual([2, 3, 4, 4, 4, 5, 75, 1, 1]);
  expect([exitCode("store-failed", true), exitCode("conflict", true)]).toEqual([75, 5]);
});

it("says what to do about frequent failures", () => {
  const failed = (message: string): string | undefined =>
    hint(new MemoryError("store-failed", message));
  expect(hint(new MemoryError("vector-space-mismatch", "a"))).toContain("kioku reindex");
  expect(hint(new MemoryError("schema-too-new", "a"))).toContain("update kioku");
  expect(failed("database a is damaged: restore it")).toContain("kioku doctor --deep");
  expect(failed("database a cannot grow: the disk is full")).toContain("free some room");
  expect(failed("database a is being written by another process")).toContain("try again");
  expect(hint(Object.assign(new Error("a"), { code: "ENOSPC" }))).toContain("free some room");
  expect(hint(new CliError("failed", "a", { hint: "b" }))).toBe("b");
  expect(hint(new Error("a"))).toBeUndefined();
});

it("takes the errors of an interruption for one, and others for what they are", () => {
  const reason = new Error("interrupted by SIGINT");
  const aborted = AbortSignal.abort(reason);
  const code = (error: unknown): string => failureOf(error, aborted).code;
  expect(code(reason)).toBe("interrupted");
  expect(code(new Error("a", { cause: reason }))).toBe("interrupted");
  expect(code(new DOMException("a", "AbortError"))).toBe("interrupted");
  expect(code(new MemoryError("store-failed", "a"))).toBe("store-failed");
  expect(failureOf(new DOMException("a", "AbortError"), QUIET).code).toBe("failed");
});

it("shows where an error came from only with KIOKU_DEBUG, and nothing that a terminal obeys", async () => {
  using host = testHost();
  using debugging = testHost({ env: { KIOKU_DEBUG: "1" } });
  const error = new Error("no file \u001B[31mred", { cause: new Error("deeper") });
  await reportFailures([error], { host, isJson: false });
  await reportFailures([error], { host: debugging, isJson: false });
  expect(host.written().stderr).toBe("kioku: no file \uFFFD[31mred\n");
  const { stderr } = debugging.written();
  expect(stderr).toContain("failure.test.ts");
  expect(stderr).toContain("Error: deeper");
  expect(stderr).not.toContain("\u001B");
});

it("tells of both a failure and one of closing the memory, with the exit code of the first", async () => {
  using host = testHost();
  const errors = [
    new MemoryError("not-found", "memory a is not there"),
    new MemoryError("store-failed", "database b was not flushed to the disk"),
  ];
  expect(await reportFailures(errors, { host, isJson: true })).toBe(3);
  expect(JSON.parse(host.written().stderr)).toEqual({
    error: {
      code: "not-found",
      message: "memory a is not there; then database b was not flushed to the disk",
    },
  });
});

it("takes a bar of progress off the terminal before it tells of a failure", async () => {
  using host = testHost({ isTerminal: true });
  await reportFailures([new CliError("failed", "no")], { host, isJson: false });
  expect(host.written().stderr).toBe("\r\u001B[2Kkioku: no\n");
});

function exitCode(code: MemoryErrorCode, retryable = false): number {
  return failureOf(new MemoryError(code, "a", { retryable }), QUIET).exitCode;
}

function hint(error: Error): string | undefined {
  return failureOf(error, QUIET).hint;
}
