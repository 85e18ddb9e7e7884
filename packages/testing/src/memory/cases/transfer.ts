import assert from "node:assert/strict";

import type { ExportLine, Memory } from "@kioku/core";
import { LineChecksum, type ExportedRecord } from "@kioku/core/toolkit";

import { rejectsWith } from "../../rejects-with.js";
import { memoryCases, type MemoryCase } from "../memory-case.js";
import { collect, listed, remembered } from "../stored.js";

/** A memory with something of everything. */
async function fill(memory: Memory, advance: (ms: number) => void): Promise<void> {
  const first = await remembered(
    memory,
    { content: "First", thread: "t", idempotencyKey: "one" },
    { actor: "ann" },
  );
  advance(1_000);
  await memory.update(
    first.id,
    { content: "First, mended", metadata: { ключ: ["值", null] } },
    { cause: "typo" },
  );
  await memory.set("theme", { dark: true });
  const gone = await remembered(memory, "Forgotten");
  await memory.forget(gone.id);
  advance(1_000);
  await remembered(memory, { content: "Second", supersedes: [first.id] });
  const used = await remembered(memory.scope("a/b", "~"), { content: "Used", pinned: true });
  await memory.scope("a/b", "~").markUsed(used.id);
}

function withVersion(line: ExportedRecord, version: number): ExportedRecord {
  const revisions = line.revisions.map((revision) =>
    revision.record
      ? { ...revision, version, record: { ...revision.record, version } }
      : { ...revision, version },
  );
  return { ...line, revisions };
}

function texts(lines: readonly ExportLine[]): string[] {
  return lines.map((line) => JSON.stringify(line));
}

/** Exports are imported without loss. */
export const memoryTransferCases: readonly MemoryCase[] = memoryCases(
  "export and import",
  ["history"],
  {
    async "a record of a high version comes in and can be updated, one that could not be is refused"({
      memory,
      elsewhere,
    }) {
      const { id } = await remembered(memory, { content: "Often changed" });
      const lines = await collect(memory.export());
      const ofVersion = (version: number): ExportLine[] => {
        const checksum = new LineChecksum();
        return lines.map((line) => {
          if (line.type === "footer") return { ...line, sha256: checksum.digest() };
          const changed = line.type === "record" ? withVersion(line, version) : line;
          checksum.add(changed);
          return changed;
        });
      };
      const other = await elsewhere();
      for (const version of [1_000_000_001, Number.MAX_SAFE_INTEGER]) {
        await rejectsWith("invalid-input", () => other.import(ofVersion(version)));
      }
      await other.import(ofVersion(1_000_000_000));
      const { version } = await other.update(id, { content: "Changed once more" });
      assert.equal(version, 1_000_000_001);
    },
    async "an export that is imported into an empty memory is exported again line by line the same"({
      memory,
      clock,
      elsewhere,
    }) {
      await fill(memory, (ms) => clock.advance(ms));
      const lines = await collect(memory.export({ vectors: true }));
      const other = await elsewhere();
      const report = await other.import(structuredClone(lines));
      assert.ok(report.written > 0, "nothing was written");
      assert.deepEqual(texts(await collect(other.export({ vectors: true }))), texts(lines));
      assert.equal(
        await other.get("theme").then((value) => JSON.stringify(value)),
        '{"dark":true}',
      );
      const again = await other.import(structuredClone(lines));
      assert.deepEqual([again.written, again.unchanged], [0, report.written]);
    },
    async "what was exported from one scope can be imported into another, and stays in it"({
      memory,
      clock,
    }) {
      await fill(memory.scope("from"), (ms) => clock.advance(ms));
      await remembered(memory.scope("beside"), "Beside");
      await memory.scope("to").import(await collect(memory.scope("from").export()));
      assert.deepEqual(
        texts(await collect(memory.scope("to").export())),
        texts(await collect(memory.scope("from").export())),
      );
      assert.deepEqual(await listed(memory.scope("beside"), { reach: "below" }), ["Beside"]);
    },
    async "an export that was cut or changed is noticed"({ memory, clock, elsewhere }) {
      await fill(memory, (ms) => clock.advance(ms));
      const lines = await collect(memory.export());
      const cut = lines.filter((line, index) => line.type !== "record" || index !== 1);
      await rejectsWith("invalid-input", async () => (await elsewhere()).import(cut));
      await rejectsWith("invalid-input", async () =>
        (await elsewhere()).import(lines.slice(0, -1)),
      );
      const changed = texts(lines).map(
        (line) => JSON.parse(line.replace("Second", "Third")) as ExportLine,
      );
      await rejectsWith("invalid-input", async () => (await elsewhere()).import(changed));
    },
  },
);
