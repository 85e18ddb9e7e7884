import { createMemory, inMemoryStore } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { expect, test } from "vitest";

import { loadSkills } from "../../src/index.js";
import { skillTree } from "../support/skill-tree.js";
import { testWorld } from "../support/test-world.js";

const PACKING = `---
name: packing
description: Packs bags for trips. Use when the user wants to pack a suitcase.
---
Take less.
`;

test("a real SKILL.md wakes by its description, is found in any letter case, and gives its files", async () => {
  const bytes = Uint8Array.of(0x89, 0x50, 0xff);
  const root = skillTree({ "packing/SKILL.md": PACKING, "packing/assets/Bag.PNG": bytes });
  const memory = createMemory({ store: inMemoryStore(), embedder: localEmbedder() });
  const { runtime } = await testWorld(await loadSkills(root), { memory });
  const { outcomes } = await runtime.emit("message", { text: "please help me pack my suitcase" });
  expect(outcomes).toMatchObject([{ skill: "packing", status: "shortlisted" }]);
  expect(await runtime.activate("Packing")).toContain("Take less.");
  const asset = await runtime.readAsset("PACKING", "assets/bag.png");
  expect(asset).toEqual({ bytes, mediaType: "image/png" });
});

test("a skill that no model may invoke is not shown, found or woken, but the host activates it", async () => {
  const root = skillTree({
    "packing/SKILL.md": PACKING.replace("---\nT", "disable-model-invocation: true\n---\nT"),
  });
  const [packing] = await loadSkills(root);
  if (!packing) throw new Error("not loaded");
  const memory = createMemory({ store: inMemoryStore(), embedder: localEmbedder() });
  const triggers = [{ when: "please pack my suitcase" }];
  const code = { ...packing, name: "code", triggers, run: () => "packed" };
  const { runtime } = await testWorld([packing, code], { memory });
  expect(await runtime.match("please pack my suitcase", { explain: true })).toEqual([]);
  expect(await runtime.searchSkills("pack my suitcase")).toEqual([]);
  expect(await runtime.catalog()).toBe("");
  expect(await runtime.catalog({ for: "pack my suitcase" })).toBe("");
  const { outcomes } = await runtime.emit("message", { text: "please pack my suitcase" });
  expect(outcomes).toEqual([]);
  expect(await runtime.activate("packing")).toContain("Take less.");
  expect(await runtime.run("code", {})).toBe("packed");
});
