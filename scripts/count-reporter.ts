import { writeSync } from "node:fs";

import type { Reporter, SerializedError, TestModule } from "vitest/node";

/**
 * Prints `Tests: N passed, N failed, N skipped` as the last line of a run. A file that cannot be
 * loaded and an error outside any test count as failed; a run without any executed test fails.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      counts.failed += module.errors().length;
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
    }
    const { passed, failed } = counts;
    const skipped = counts.skipped + counts.pending;
    if (passed + failed === 0) process.exitCode = 1;
    // At exit, so that nothing else can follow it.
    process.once("exit", () => {
      writeSync(1, `\nTests: ${passed} passed, ${failed} failed, ${skipped} skipped\n`);
    });
  }
}
