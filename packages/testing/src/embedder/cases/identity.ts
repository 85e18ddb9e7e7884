import assert from "node:assert/strict";

import { PLAIN_TEXTS } from "../../model/texts.js";
import { embedderCases, type EmbedderCase } from "../embedder-case.js";
import { vectorsOf } from "../vectors-of.js";

const LIMITS = ["dimensions", "maxBatchSize", "maxBatchTokens", "maxConcurrency"] as const;

export const identityCases: readonly EmbedderCase[] = embedderCases("identity", [], {
  async "the id is a text that is not blank, of at most 512 characters"({ model: { id } }) {
    const given: unknown = id;
    assert.ok(typeof given === "string", `id should be a text, not ${typeof given}`);
    assert.ok(given.trim() !== "", "id should not be blank");
    assert.ok(given.length <= 512, `id has ${given.length} characters, more than 512`);
  },
  async "the width and the limits are whole numbers of at least 1, and normalized is true or false"({
    model,
  }) {
    for (const name of LIMITS) {
      const value = model[name];
      const fits = value === undefined || (Number.isInteger(value) && value >= 1);
      assert.ok(fits, `${name} should be a whole number of at least 1, not ${value}`);
    }
    const { normalized }: { readonly normalized?: unknown } = model;
    const isStatement = normalized === undefined || typeof normalized === "boolean";
    assert.ok(isStatement, `normalized should be true or false, not ${String(normalized)}`);
  },
  async "the profile has cosines and a share in their ranges"({ model: { profile } }) {
    if (!profile) return;
    const { unrelated, related, meaningWeight = 0.5 } = profile;
    assert.ok(unrelated >= -1, `profile.unrelated should be at least -1, not ${unrelated}`);
    assert.ok(related <= 1, `profile.related should be at most 1, not ${related}`);
    assert.ok(
      unrelated < related,
      `profile.unrelated should be less than profile.related, but ${unrelated} and ${related} are given`,
    );
    const fits = meaningWeight >= 0 && meaningWeight <= 1;
    assert.ok(fits, `profile.meaningWeight should be 0 to 1, not ${meaningWeight}`);
  },
  async "every instance says the same of itself, before and after it is used"({ model, create }) {
    const other = await create();
    const said = (): unknown => [
      model.id,
      LIMITS.map((name) => model[name]),
      model.normalized,
      model.profile,
    ];
    const before = said();
    const { id, dimensions } = model;
    assert.equal(other.id, id, "another instance has another id");
    assert.equal(other.dimensions, dimensions, "another instance has other dimensions");
    await vectorsOf(model, PLAIN_TEXTS);
    // An embedder may learn its width from its first answer.
    if (dimensions !== undefined) {
      assert.deepEqual(said(), before, "what the embedder says of itself has changed");
    }
    assert.equal(model.id, id, "the id has changed");
  },
});
