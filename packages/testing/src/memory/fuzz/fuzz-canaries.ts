import assert from "node:assert/strict";

import type { MemoryRoot, Memory } from "@kioku/core";

/** In everything that the canaries hold: no message may show it. */
export const CANARY = "zqcanaryzq";

/** Records around the fuzzed scope that no call in it may see or change. */
export class FuzzCanaries {
  readonly #views: readonly Memory[];
  #before = "";

  constructor(root: MemoryRoot) {
    this.#views = [root, root.scope("fuzz"), root.scope("fuzz", "0 "), root.scope("Fuzz", "0")];
  }

  /** Writes them. Pinned, since the fuzz may sweep. */
  async settle(): Promise<void> {
    for (const view of this.#views) {
      const owner = `${CANARY} of ${JSON.stringify(view.scopePath)}`;
      await view.remember({ content: `${owner} theme`, key: "theme", value: owner, pinned: true });
      await view.remember({
        content: `${owner} in a talk`,
        thread: "t",
        pinned: true,
        metadata: { topic: 1 },
      });
    }
    this.#before = await this.#read();
  }

  /** Fails if one has changed. */
  async check(): Promise<void> {
    assert.equal(await this.#read(), this.#before, "a scope that was not called has changed");
  }

  async #read(): Promise<string> {
    const all: unknown[] = [];
    for (const view of this.#views) {
      const { items } = await view.list({ includeArchived: true, includeRetired: true });
      const histories = await Promise.all(items.map(({ id }) => view.history(id)));
      all.push(items, histories);
    }
    return JSON.stringify(all);
  }
}
