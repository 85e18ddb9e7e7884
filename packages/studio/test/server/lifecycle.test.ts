import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Memory } from "@kioku/core";
import { describe, expect, it } from "vitest";

import { openStudio } from "../../src/open-studio.js";
import { openTestStudio, TOKEN } from "../support/test-studio.js";

/** A memory whose `scopes` waits until its signal aborts or it is let go. */
function slowMemory(memory: Memory): {
  readonly memory: Memory;
  readonly asked: Promise<AbortSignal>;
  letGo(): void;
} {
  const asked = Promise.withResolvers<AbortSignal>();
  const gate = Promise.withResolvers<void>();
  const scopes: Memory["scopes"] = async (query, { signal } = {}) => {
    if (signal) asked.resolve(signal);
    await gate.promise;
    return memory.scopes(query);
  };
  const slow = new Proxy(memory, {
    get: (target, name) => {
      if (name === "scopes") return scopes;
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
  return { memory: slow, asked: asked.promise, letGo: () => gate.resolve() };
}

describe("studio", () => {
  it("stops the work of those who have gone", async () => {
    await using studio = await openTestStudio();
    const slow = slowMemory(studio.memory);
    await using second = await openTestStudio({ memory: slow.memory });
    const gone = new AbortController();
    const asked = fetch(`${second.url}/api/scopes`, {
      method: "POST",
      body: "{}",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      signal: gone.signal,
    });
    const signal = await slow.asked;
    expect(signal.aborted).toBe(false);
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => resolve(), { once: true });
    gone.abort();
    await expect(asked).rejects.toThrow("aborted");
    await promise;
    slow.letGo();
  });

  it("answers what was asked before it stops", async () => {
    await using studio = await openTestStudio();
    const slow = slowMemory(studio.memory);
    await using second = await openTestStudio({ memory: slow.memory });
    const asked = second.ask("scopes");
    await slow.asked;
    const stopped = second.stop();
    slow.letGo();
    expect(await asked).toEqual({ status: 200, body: { scopes: [] } });
    await stopped;
    await expect(second.ask("scopes")).rejects.toThrow("ECONNREFUSED");
  });

  it("tells of a closed memory and of other failures without what is inside", async () => {
    await using studio = await openTestStudio();
    await studio.memory.close();
    const closed = {
      status: 503,
      body: { error: { code: "closed", message: "the memory is closed" } },
    };
    expect(await studio.ask("scopes")).toEqual(closed);
    expect(await studio.ask("tally")).toEqual(closed);
    await using failing = await openTestStudio({
      clock: () => {
        throw new Error("SELECT * FROM records at /home/ana/memory.db with key sk-1234");
      },
    });
    expect(await failing.ask("about")).toEqual({
      status: 500,
      body: { error: { code: "failed", message: "the request failed" } },
    });
  });

  it("can be opened twice on one memory, and leaves it open", async () => {
    const folder = mkdtempSync(join(tmpdir(), "kioku-studios-"));
    try {
      await using first = await openTestStudio({ path: join(folder, "memory.db") });
      await first.memory.remember("A note");
      const { memory } = first;
      const [a, b] = await Promise.all([openStudio({ memory }), openStudio({ memory })]);
      expect(new URL(a.url).hash).not.toBe(new URL(b.url).hash);
      for (const { url } of [a, b]) {
        const { origin, hash } = new URL(url);
        const ask = async (token: string): Promise<Response> =>
          fetch(`${origin}/api/tally`, {
            method: "POST",
            body: "{}",
            headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          });
        expect(await (await ask(hash.slice("#token=".length))).json()).toMatchObject({
          memories: 1,
          kinds: { note: 1 },
          strength: [1, 0, 0, 0],
        });
        expect((await ask(TOKEN)).status).toBe(401);
      }
      await expect(openStudio({ memory, port: Number(new URL(a.url).port) })).rejects.toThrow(
        "cannot be listened on",
      );
      await Promise.all([a.close(), b.close()]);
      expect((await memory.list()).items).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
