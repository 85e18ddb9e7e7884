import assert from "node:assert/strict";

import { QUESTION } from "../ranked-texts.js";
import { rankingOf } from "../read-ranking.js";
import { rerankerCases } from "../reranker-case.js";
import type { RerankerCase } from "../reranker-case.js";

export const identityCases: readonly RerankerCase[] = [
  ...rerankerCases("identity", [], {
    async "the id is a text that is not blank, of at most 512 characters, the same for every instance"({
      model,
      create,
    }) {
      const { id } = model;
      const given: unknown = id;
      assert.ok(typeof given === "string", `id should be a text, not ${typeof given}`);
      assert.ok(given.trim() !== "", "id should not be blank");
      assert.ok(given.length <= 512, `id has ${given.length} characters, more than 512`);
      assert.equal((await create()).id, id, "another instance has another id");
      await rankingOf(model, QUESTION);
      assert.equal(model.id, id, "the id has changed");
    },
  }),
  ...rerankerCases("identity", ["weight"], {
    async "the weight is 0 to 1, the same for every instance"({ model, create }) {
      const { weight = Number.NaN } = model;
      assert.ok(weight >= 0 && weight <= 1, `weight should be 0 to 1, not ${weight}`);
      assert.equal((await create()).weight, weight, "another instance has another weight");
    },
  }),
];
