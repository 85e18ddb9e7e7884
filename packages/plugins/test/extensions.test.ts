import { definePlugin } from "@kioku/core";
import type { Memory, MemoryRoot } from "@kioku/core";
import type { AnyPlugin } from "@kioku/core/toolkit";
import { testMemory } from "@kioku/testing/support";
import { expect, expectTypeOf, test } from "vitest";

import { auditLog, redaction, sourceQuota } from "../src/index.js";
import type { AuditEntry, Redaction, RedactionReport, SourceQuotaReport } from "../src/index.js";

test("extensions are reached by the ids of their plugins, each with its own type", () => {
  const { memory } = testMemory({ plugins: [redaction(), sourceQuota(), auditLog()] });
  expectTypeOf(memory.redaction).toEqualTypeOf<Redaction>();
  expectTypeOf(memory.redaction.report()).toEqualTypeOf<RedactionReport>();
  expectTypeOf(memory.sourceQuota.report()).toEqualTypeOf<SourceQuotaReport>();
  expectTypeOf(memory.auditLog.entries()).toEqualTypeOf<readonly AuditEntry[]>();
  expectTypeOf(memory).toExtend<MemoryRoot>();
  expect(memory.redaction.report()).toEqual({ byRule: {}, inputs: 0, rejected: 0 });
});

test("a plugin without an extension adds no member, and one with hooks keeps its own types", () => {
  const silent = definePlugin({ id: "silent", hooks: { afterForget: () => undefined } });
  const loud = definePlugin({
    id: "loud",
    hooks: { beforeRemember: { order: "pre", handler: (input) => ({ ...input, kind: "loud" }) } },
    extend: (memory) => ({ memory, shout: (text: string) => text.toUpperCase() }),
  });
  const { memory } = testMemory({ plugins: [silent, loud] });
  expectTypeOf(memory.loud.shout).toEqualTypeOf<(text: string) => string>();
  expectTypeOf(memory.loud.memory).toEqualTypeOf<Memory>();
  expectTypeOf(memory).not.toHaveProperty("silent");
  expectTypeOf(loud.id).toEqualTypeOf<"loud">();
  expectTypeOf(loud).toExtend<AnyPlugin>();
  expect(memory.loud.shout("a")).toBe("A");
  expect(Object.hasOwn(memory, "silent")).toBe(false);
});
