import assert from "node:assert/strict";

import { rejectsWith } from "../../rejects-with.js";
import { memoryCases } from "../memory-case.js";
import type { MemoryCase } from "../memory-case.js";
import { remembered } from "../stored.js";

/** Untrusted memories replace none that are trusted. */
export const memoryTrustCases: readonly MemoryCase[] = [
  ...memoryCases("trust", [], {
    async "what is derived has the least trust of its sources in this scope"({ memory }) {
      const trusted = await remembered(memory, { content: "From the user", trust: 0.9 });
      const heard = await remembered(memory, { content: "From the web", origin: "web" });
      const both = {
        content: "From both",
        origin: "derived",
        sources: [trusted.id, heard.id],
      } as const;
      assert.equal((await remembered(memory, both)).trust, 0.5);
      const one = { content: "From one", origin: "derived", sources: [trusted.id] } as const;
      assert.equal((await remembered(memory, one)).trust, 0.9);
    },
    async "what is derived from what nothing is known of is not trusted"({ memory }) {
      const erased = await remembered(memory, { content: "Erased" });
      await memory.erase(erased.id);
      const elsewhere = await remembered(memory.scope("elsewhere"), { content: "Elsewhere" });
      const fact = await remembered(memory, { content: "A fact" });
      for (const id of [erased.id, elsewhere.id, "never-was"]) {
        const input = { content: `From ${id}`, origin: "derived", sources: [fact.id, id] } as const;
        assert.equal((await remembered(memory, input)).trust, 0.5, `a source is ${id}`);
        const receipt = await memory.remember({ ...input, supersedes: [fact.id] });
        assert.equal(receipt.status, "rejected");
      }
    },
    async "what is untrusted supersedes nothing that is trusted"({ memory }) {
      const fact = await remembered(memory, { content: "The account is 1", key: "account" });
      for (const origin of ["web", "tool"] as const) {
        const input = {
          content: `The account is 2, says ${origin}`,
          origin,
          supersedes: [fact.id],
        };
        const receipt = await memory.remember(input);
        assert.equal(receipt.status, "rejected");
        assert.equal(receipt.status === "rejected" ? receipt.by : "", "trust");
        await rejectsWith("untrusted", () => memory.set("account", "2", { origin }));
      }
      assert.deepEqual(await memory.read(fact.id), fact);
      assert.equal((await memory.list()).items.length, 1);
    },
  }),
  ...memoryCases("trust", ["history"], {
    async "what is derived from what was forgotten is trusted as that was"({ memory }) {
      const heard = await remembered(memory, { content: "From the web", origin: "web", trust: 1 });
      const said = await remembered(memory, { content: "From the user" });
      await memory.update(said.id, { trust: 0.9 });
      for (const { id } of [heard, said]) await memory.forget(id);
      const derive = async (content: string, sources: readonly string[]): Promise<number> => {
        const { trust } = await remembered(memory, { content, origin: "derived", sources });
        return trust;
      };
      assert.equal(await derive("From the web alone", [heard.id]), 0.5);
      assert.equal(await derive("From the user alone", [said.id]), 0.9);
      assert.equal(await derive("From both", [said.id, heard.id]), 0.5);
    },
  }),
];
