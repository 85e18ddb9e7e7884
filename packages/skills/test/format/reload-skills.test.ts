import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { loadSkills, reloadSkills } from "../../src/index.js";
import type { AnySkillRuntime, LoadSkillsOptions, ReloadedSkills } from "../../src/index.js";
import { skillFile, skillTree } from "../support/skill-tree.js";
import { testWorld } from "../support/test-world.js";

const NOTHING: ReloadedSkills = { added: [], changed: [], removed: [] };

interface Place {
  readonly root: string;
  readonly runtime: AnySkillRuntime;
  readonly warnings: string[];
  /** Writes a SKILL.md anew. */
  readonly write: (name: string, text: string) => void;
  readonly reload: (options?: LoadSkillsOptions) => Promise<ReloadedSkills>;
}

/** A runtime with skills of a directory. */
async function place(...names: readonly string[]): Promise<Place> {
  const root = skillTree(
    Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillFile(name)])),
  );
  const { runtime } = await testWorld(await loadSkills(root));
  const warnings: string[] = [];
  const onWarning: LoadSkillsOptions["onWarning"] = ({ message }) => warnings.push(message);
  return {
    root,
    runtime,
    warnings,
    write(name, text) {
      const path = join(root, name, "SKILL.md");
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    },
    reload: (options) => reloadSkills(runtime, root, { onWarning, ...options }),
  };
}

test("skills that are new, edited or gone are registered, replaced and unregistered", async () => {
  const { root, runtime, warnings, write, reload } = await place("a", "b", "c");
  expect(await reload()).toEqual(NOTHING);
  write("b", skillFile("b").replace("Does b", "Does more"));
  write("d", skillFile("d"));
  rmSync(join(root, "c"), { recursive: true });
  expect(await reload()).toEqual({ added: ["d"], changed: ["b"], removed: ["c"] });
  expect([...runtime.skills.keys()].toSorted()).toEqual(["a", "b", "d"]);
  expect(runtime.skills.get("b")?.description).toBe("Does more");
  expect(warnings).toEqual([]);
  expect(await reload()).toEqual(NOTHING);
});

test("an edit of the body counts as a change", async () => {
  const { runtime, write, reload } = await place("a");
  const before = await runtime.activate("a");
  write("a", skillFile("a", "# New"));
  expect(await reload()).toEqual({ ...NOTHING, changed: ["a"] });
  const after = await runtime.activate("a");
  expect(after).toContain("# New");
  expect(after.split("\n")[0]).not.toBe(before.split("\n")[0]);
});

test("a skill with another name in the same file takes the place of the old one", async () => {
  const { root, runtime, reload } = await place("a");
  renameSync(join(root, "a"), join(root, "b"));
  writeFileSync(join(root, "b", "SKILL.md"), skillFile("b"));
  expect(await reload()).toEqual({ added: ["b"], changed: [], removed: ["a"] });
  writeFileSync(join(root, "b", "SKILL.md"), skillFile("c"));
  expect(await reload()).toEqual({ added: ["c"], changed: [], removed: ["b"] });
  expect([...runtime.skills.keys()]).toEqual(["c"]);
});

test("a broken edit keeps the skill as it was and is reported once", async () => {
  const { root, runtime, warnings, write, reload } = await place("a");
  write("a", "---\nname: a\n---\n");
  write("z/a", skillFile("a", "of another place"));
  write("b", skillFile("b"));
  expect(await reload()).toEqual({ ...NOTHING, added: ["b"] });
  expect(runtime.skills.get("a")?.location).toBe(join(root, "a", "SKILL.md"));
  expect(warnings).toEqual([
    expect.stringMatching(/description.*it is not loaded$/u),
    'the skill "a" stays as it was',
  ]);
  write("a", skillFile("a", "# Mended"));
  expect(await reload()).toEqual({ ...NOTHING, changed: ["a"] });
});

test("strict reloading refuses a broken edit and changes nothing", async () => {
  const { runtime, write, reload } = await place("a");
  write("a", "---\nname: a\n---\n");
  write("b", skillFile("b"));
  await expect(reload({ strict: true })).rejects.toMatchObject({ code: "invalid-input" });
  expect([...runtime.skills.keys()]).toEqual(["a"]);
});

test("a skill that an earlier directory hides or leaves is replaced by the other one", async () => {
  const project = skillTree();
  const user = skillTree({ "a/SKILL.md": skillFile("a", "of the user") });
  const { runtime } = await testWorld(await loadSkills([project, user]));
  mkdirSync(join(project, "a"));
  writeFileSync(join(project, "a", "SKILL.md"), skillFile("a", "of the project"));
  expect(await reloadSkills(runtime, [project, user])).toEqual({ ...NOTHING, changed: ["a"] });
  expect(await runtime.activate("a")).toContain("of the project");
  rmSync(join(project, "a"), { recursive: true });
  expect(await reloadSkills(runtime, [project, user])).toEqual({ ...NOTHING, changed: ["a"] });
  expect(await runtime.activate("a")).toContain("of the user");
});

test("skills of other origin, and those that were given code, stay as they are", async () => {
  const root = skillTree({ "a/SKILL.md": skillFile("a"), "b/SKILL.md": skillFile("b") });
  const elsewhere = skillTree({ "c/SKILL.md": skillFile("c") });
  const [, loaded] = await loadSkills(root);
  if (!loaded) throw new Error("not loaded");
  const { runtime } = await testWorld([
    { name: "a", description: "In code", run: () => "code" },
    { ...loaded, run: () => "more" },
    ...(await loadSkills(elsewhere)),
  ]);
  rmSync(join(root, "b"), { recursive: true });
  rmSync(join(elsewhere, "c"), { recursive: true });
  const warnings: string[] = [];
  const onWarning: LoadSkillsOptions["onWarning"] = ({ message }) => warnings.push(message);
  expect(await reloadSkills(runtime, root, { onWarning })).toEqual(NOTHING);
  expect([...runtime.skills.keys()]).toEqual(["a", "b", "c"]);
  expect(await runtime.run("a", {})).toBe("code");
  expect(warnings).toEqual(['the name "a" is that of a skill of other origin']);
});

test("several at once end with the skills that are on disk", async () => {
  const { root, runtime, write, reload } = await place("a", "b");
  write("a", skillFile("a").replace("Does a", "Does more"));
  write("c", skillFile("c"));
  rmSync(join(root, "b"), { recursive: true });
  const all = [reload(), reload(), reload()];
  write("a", skillFile("a").replace("Does a", "Does most"));
  await Promise.all(all);
  const described = [...runtime.skills.values()].map(({ description }) => description);
  expect(described.toSorted()).toEqual(["Does c", "Does most"]);
});

test("a callback for warnings that throws harms nothing, and a wrong runtime is refused", async () => {
  const { root, runtime, write } = await place("a", "b");
  write("a", "broken");
  write("b", skillFile("b").replace("Does b", "Does more"));
  const { changed } = await reloadSkills(runtime, root, {
    onWarning: () => {
      throw new Error("of the callback");
    },
  });
  expect(changed).toEqual(["b"]);
  const wrong = {} as typeof runtime;
  await expect(reloadSkills(wrong, root)).rejects.toMatchObject({ code: "invalid-input" });
});

test("a runtime that is closed refuses", async () => {
  const { runtime, write, reload } = await place();
  write("a", skillFile("a"));
  await runtime.close();
  await expect(reload()).rejects.toMatchObject({ code: "closed" });
});
