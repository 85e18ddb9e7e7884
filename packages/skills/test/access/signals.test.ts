import { getEventListeners } from "node:events";

import type { ExportLine, Memory } from "@kioku/core";
import { expect, test } from "vitest";

import { collect } from "../support/collect.js";
import { seenWith } from "./rules.js";
import { openMemory } from "./stores.js";
import { verbCalls, VERBS } from "./verb-calls.js";

const ALL = {
  read: [{ path: [], reach: "below" }],
  write: [{ path: [], reach: "below" }],
} as const;

test("after the signal of the rules has aborted, every verb ends with its reason, also on views made before", async () => {
  const memory = openMemory();
  const lines = await collect(memory.export());
  const controller = new AbortController();
  const seen = seenWith(memory, ALL, { signal: controller.signal });
  const views = [seen, seen.scope("a"), seen.scope("skills", "nav")];
  const reason = new Error("its time is over");
  controller.abort(reason);
  const calls = verbCalls("some id", lines);
  for (const view of [...views, views[0]?.scope("b") ?? seen]) {
    for (const verb of VERBS) {
      for (const call of Object.values(calls[verb])) {
        await expect(call(view)).rejects.toBe(reason);
      }
    }
  }
  expect((await memory.list({ reach: "below" })).items).toEqual([]);
});

test("either signal ends a call with its own reason, and no listener is left at either", async () => {
  const memory = openMemory();
  const rules = new AbortController();
  const seen = seenWith(memory, ALL, { signal: rules.signal });
  const own = new AbortController();
  for (let round = 0; round < 50; round += 1) {
    await seen.remember(`round ${round}`, { signal: own.signal });
    await seen.recall("round", { signal: own.signal });
    await collect(seen.export({ signal: own.signal }));
    await expect(seen.read("", { signal: own.signal })).rejects.toMatchObject({
      code: "invalid-input",
    });
    for await (const line of seen.export({ signal: own.signal })) {
      expect(line.type).toBe("header");
      break;
    }
  }
  expect(getEventListeners(own.signal, "abort")).toHaveLength(0);
  expect(getEventListeners(rules.signal, "abort")).toHaveLength(0);
  const reason = new Error("enough");
  own.abort(reason);
  await expect(seen.recall("round", { signal: own.signal })).rejects.toBe(reason);
  await expect(collect(seen.export({ signal: own.signal }))).rejects.toBe(reason);
  expect(await seen.recall("round")).not.toEqual([]);
});

test("a call under way ends at once, though what it waits for does not", async () => {
  const memory = openMemory();
  // A memory of somebody else, which looks at no signal.
  const deaf: Memory = new Proxy<Memory>(memory, {
    get(target, name: keyof Memory) {
      if (name === "remember" || name === "recall") return () => new Promise(() => undefined);
      const member: unknown = target[name];
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
  const rules = new AbortController();
  const seen = seenWith(deaf, ALL, { signal: rules.signal });
  const calls = [seen.remember("one"), seen.recall("one")];
  const reason = new Error("its time is over");
  rules.abort(reason);
  for (const call of calls) await expect(call).rejects.toBe(reason);
});

test("streams end with the signal: an export between two lines, an import before the next", async () => {
  const memory = openMemory();
  await memory.rememberAll(["one", "two", "three"]);
  const lines = await collect(memory.export());
  const reason = new Error("its time is over");
  const exporting = new AbortController();
  const read: ExportLine[] = [];
  const reading = (async () => {
    for await (const line of seenWith(memory, ALL, { signal: exporting.signal }).export()) {
      read.push(line);
      if (line.type === "record") exporting.abort(reason);
    }
  })();
  await expect(reading).rejects.toBe(reason);
  expect(read.map(({ type }) => type)).toEqual(["header", "record"]);

  const importing = new AbortController();
  function* halting(): Generator<ExportLine> {
    for (const line of lines) {
      if (line.type === "footer") importing.abort(reason);
      yield line;
    }
  }
  const seen = seenWith(memory, ALL, { signal: importing.signal });
  await expect(seen.scope("copy").import(halting())).rejects.toBe(reason);
  expect((await memory.scope("copy").list()).items).toEqual([]);
});

test("subscriptions end with either signal, and let go of the other", async () => {
  const memory = openMemory();
  const rules = new AbortController();
  const host = new AbortController();
  const seen = seenWith(memory, ALL, { signal: rules.signal });
  const heard: string[] = [];
  seen.on("remembered", ({ record }) => heard.push(record.content), { signal: host.signal });
  await memory.remember("one");
  rules.abort();
  await memory.remember("two");
  expect(heard).toEqual(["one"]);
  expect(getEventListeners(host.signal, "abort")).toHaveLength(0);

  const again = new AbortController();
  const other = seenWith(memory, ALL, { signal: again.signal });
  other.on("remembered", ({ record }) => heard.push(record.content), { signal: host.signal });
  await memory.remember("three");
  host.abort();
  await memory.remember("four");
  expect(heard).toEqual(["one", "three"]);
  expect(getEventListeners(again.signal, "abort")).toHaveLength(0);
  const refused = (): void => other.on("no event" as never, () => undefined, { signal: undefined });
  expect(refused).toThrow("event");
});
