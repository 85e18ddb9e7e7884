import { createMemory, inMemoryStore } from "@kioku/core";
import type { DispatchReport, MemoryRoot, SkillLog } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";
import { onTestFinished } from "vitest";

import { createSkillRuntime } from "../../src/index.js";
import type { SkillRuntime, SkillRuntimeOptions } from "../../src/index.js";
import { TestTime } from "./test-time.js";

/** A runtime on a memory in this process, with time that moves only when told to. */
export interface TestWorld<S extends readonly AnySkill[]> {
  readonly memory: MemoryRoot;
  readonly runtime: SkillRuntime<S>;
  readonly time: TestTime;
  /** Every report, in order. */
  readonly reports: DispatchReport[];
  /** Every line of the log, as `level message`. */
  readonly lines: string[];
}

/** Options but for the memory. */
export type WorldOptions = Omit<SkillRuntimeOptions, "memory" | "skills"> & {
  readonly memory?: MemoryRoot;
};

/** Makes a runtime and its memory; both are closed when the test ends. */
export async function testWorld<const S extends readonly AnySkill[]>(
  skills: S,
  { memory = createMemory({ store: inMemoryStore() }), ...options }: WorldOptions = {},
): Promise<TestWorld<S>> {
  const time = new TestTime();
  const reports: DispatchReport[] = [];
  const lines: string[] = [];
  let ids = 0;
  const runtime = await createSkillRuntime({
    clock: time.clock,
    schedule: time.schedule,
    generateId: () => `event-${(ids += 1)}`,
    onReport: (report) => reports.push(report),
    log: logInto(lines),
    ...options,
    memory,
    skills,
  });
  onTestFinished(async () => {
    const closed = runtime.close();
    await time.pass(120_000);
    await closed;
    await memory.close();
  });
  return { memory, runtime, time, reports, lines };
}

/** A log that keeps its lines. */
function logInto(lines: string[]): SkillLog {
  const write =
    (level: string) =>
    (message: string): void =>
      void lines.push(`${level} ${message}`);
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}
