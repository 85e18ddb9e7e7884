import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { CompleteStore } from "@kioku/core/toolkit";
import { createMind } from "@kioku/mind";
import { testMemory, watchedStore } from "@kioku/testing/support";
import { expect, it } from "vitest";

import { findRoot } from "../../../src/commands/import/collect-files.js";
import type { ImportReport } from "../../../src/commands/import/report.js";
import { importAll } from "../../../src/commands/import/run-import.js";
import { bySize } from "../../support/by-size.js";
import { testHost, type TestHost } from "../../support/test-host.js";

/** Paragraphs; in full of more than one transaction. */
const PARAGRAPHS = Array.from({ length: bySize(520, 8) }, (_, index) => `Paragraph ${index}`);

function write(host: TestHost, files: Readonly<Record<string, string>>): void {
  mkdirSync(join(host.cwd, "notes"), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(host.cwd, "notes", name), text);
  }
}

/** Imports the folder, and interrupts it before its write of this number. */
async function importNotes(
  host: TestHost,
  store: CompleteStore,
  interruptAt = Infinity,
): Promise<ImportReport> {
  const controller = new AbortController();
  let writes = 0;
  const cut = new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        if (name === "write" && (writes += 1) > interruptAt) {
          controller.abort(new Error("killed"));
          throw new Error("killed");
        }
        return (value as (...given: readonly unknown[]) => unknown).apply(target, [...args]);
      };
    },
  });
  const { memory } = testMemory({ store: cut });
  try {
    const root = await findRoot("notes", join(host.cwd, "notes"), {
      ...host,
      home: host.cwd,
    });
    return await importAll(
      { roots: [root], streams: [] },
      {
        mind: createMind({ memory, automatic: false }),
        signal: controller.signal,
        format: undefined,
        scopeBy: [],
        onConflict: undefined,
        trust: undefined,
        isDryRun: false,
        prune: true,
        throws: false,
        onSource: () => undefined,
        onProgress: () => undefined,
      },
    );
  } finally {
    await memory.close();
  }
}

async function contents(store: CompleteStore): Promise<readonly string[]> {
  const { memory } = testMemory({ store });
  const { items } = await memory.list({ limit: 1_000 });
  return items
    .map(({ key, content, metadata, version }) => JSON.stringify([key, content, metadata, version]))
    .toSorted();
}

async function importTwice(interruptAt?: number): Promise<readonly string[] | undefined> {
  using host = testHost();
  const { store } = watchedStore();
  write(host, {
    "a.md": "# Food\nTea\n\n## Cake\nGone\n\n# Work\nNine",
    "b.txt": PARAGRAPHS.join("\n\n"),
    "c.md": "Not for long",
  });
  await importNotes(host, store);
  write(host, {
    "a.md": "# Food\nTea\n\nCoffee\n\n# New\n\n# Work\nTen",
    "b.txt": PARAGRAPHS.map((one) => `${one}!`)
      .slice(5)
      .join("\n\n"),
    "c.md": "",
  });
  if (interruptAt !== undefined) {
    const ended = await importNotes(host, store, interruptAt).then(
      () => true,
      () => false,
    );
    if (ended) return undefined;
  }
  await importNotes(host, store);
  return await contents(store);
}

it("ends the same when it was interrupted before any of its writes and run again", async () => {
  const whole = await importTwice();
  expect(whole).toHaveLength(PARAGRAPHS.length - 2);
  let interrupted = 0;
  for (let at = 0; at < 20; at += 1) {
    const found = await importTwice(at);
    if (found === undefined) break;
    interrupted += 1;
    expect(found).toEqual(whole);
  }
  expect(interrupted).toBeGreaterThan(2);
});
