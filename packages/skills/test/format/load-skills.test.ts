import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";

import { describe, expect, test } from "vitest";

import { loadSkills } from "../../src/index.js";
import type { LoadSkillsOptions, Skill } from "../../src/index.js";
import { skillFile, skillTree } from "../support/skill-tree.js";

interface Loaded {
  readonly skills: readonly Skill[];
  readonly names: readonly string[];
  /** Each as `path: message`, with the path relative to the first directory. */
  readonly warnings: readonly string[];
}

async function load(
  directories: string | readonly string[],
  options: LoadSkillsOptions = {},
): Promise<Loaded> {
  const [base = ""] = [directories].flat();
  const warnings: string[] = [];
  const skills = await loadSkills(directories, {
    onWarning: ({ path, message }) => warnings.push(`${relative(base, path)}: ${message}`),
    ...options,
  });
  return { skills, names: skills.map(({ name }) => name), warnings };
}

function wrong(value: unknown): never {
  return value as never;
}

async function bodyOf(skill: Skill | undefined): Promise<string> {
  const instructions = skill?.instructions;
  return typeof instructions === "function" ? instructions() : "no function";
}

const LINKS = process.platform !== "win32";
const ROOT = process.getuid?.() === 0;

test("each directory with a SKILL.md is a skill, by level and by name", async () => {
  const root = skillTree({
    "b/SKILL.md": skillFile("b"),
    "a/SKILL.md": skillFile("a"),
    "group/c/SKILL.md": skillFile("c"),
    "1/2/3/d/SKILL.md": skillFile("d"),
    "README.md": "no skill",
  });
  expect(await load(root, { strict: true })).toMatchObject({
    names: ["a", "b", "c", "d"],
    warnings: [],
  });
});

test("a directory may itself be a skill", async () => {
  const root = skillTree({ "pdf/SKILL.md": skillFile("pdf") });
  expect((await load(join(root, "pdf"))).names).toEqual(["pdf"]);
});

test("what is within a skill, hidden, installed or too deep is no skill", async () => {
  const root = skillTree({
    "a/SKILL.md": skillFile("a"),
    "a/templates/SKILL.md": skillFile("templates"),
    ".hidden/SKILL.md": skillFile("hidden"),
    "node_modules/x/SKILL.md": skillFile("x"),
    "1/2/3/4/5/SKILL.md": skillFile("deep"),
  });
  expect(await load(root)).toMatchObject({ names: ["a"], warnings: [] });
});

test("at most 2,000 directories are searched, and what lies beyond is reported", async () => {
  const root = skillTree();
  for (let index = 0; index < 2_000; index += 1) mkdirSync(join(root, `d${1_000 + index}`));
  writeFileSync(join(root, "d2998", "SKILL.md"), skillFile("d2998"));
  writeFileSync(join(root, "d2999", "SKILL.md"), skillFile("d2999"));
  const { names, warnings } = await load(root);
  expect(names).toEqual(["d2998"]);
  expect(warnings).toEqual(["d2999: only 2000 directories are searched for skills"]);
});

test("of equal names the one in the earlier directory counts, and the other is reported", async () => {
  const project = skillTree({ "pdf/SKILL.md": skillFile("pdf", "of the project") });
  const user = skillTree({ "pdf/SKILL.md": skillFile("pdf", "of the user") });
  const { skills, warnings } = await load([project, user], { strict: true });
  expect(await bodyOf(skills[0])).toBe("of the project");
  expect(skills).toHaveLength(1);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain(join(project, "pdf", "SKILL.md"));
});

test("a directory that is given twice is read once", async () => {
  const root = skillTree({ "x/a/SKILL.md": skillFile("a") });
  expect(await load([root, root, join(root, "x")])).toMatchObject({ names: ["a"], warnings: [] });
});

test("a skill that cannot be used is reported and does not keep others from loading", async () => {
  const root = skillTree({
    "bad/SKILL.md": "---\nname: bad\n---\n",
    "big/SKILL.md": skillFile("big", "x".repeat(1_048_577)),
    "good/SKILL.md": skillFile("good"),
    "odd/SKILL.md": skillFile("other"),
  });
  const { names, warnings } = await load(root);
  expect(names).toEqual(["good", "other"]);
  expect(warnings).toEqual([
    expect.stringMatching(/^bad.SKILL\.md: .*description.*; it is not loaded$/u),
    expect.stringMatching(/^big.SKILL\.md: .*exceeds 1048576 bytes; it is not loaded$/u),
    expect.stringMatching(
      /^odd.SKILL\.md: the name "other" is not the one of its directory, "odd"$/u,
    ),
  ]);
});

test("strict loading refuses the first fault and names the file", async () => {
  const root = skillTree({
    "good/SKILL.md": skillFile("good"),
    "odd/SKILL.md": skillFile("other"),
  });
  await expect(load(root, { strict: true })).rejects.toThrow(
    `${join(root, "odd", "SKILL.md")}: SKILL.md: the name "other"`,
  );
});

test("a directory that is not there is reported, and an error if strict", async () => {
  const root = skillTree({ "a/SKILL.md": skillFile("a"), file: "" });
  const { names, warnings } = await load([root, join(root, "none"), join(root, "file")]);
  expect(names).toEqual(["a"]);
  expect(warnings.map((warning) => warning.split(":")[0])).toEqual(["none", "file"]);
  await expect(load(join(root, "none"), { strict: true })).rejects.toMatchObject({
    code: "not-found",
  });
});

test("no directories make no skills", async () => {
  expect(await loadSkills([])).toEqual([]);
});

test("the name of the file may be in lower case, other cases are reported", async () => {
  const root = skillTree({
    "a/skill.md": skillFile("a"),
    "b/Skill.md": skillFile("b", "b"),
  });
  const { skills, names, warnings } = await load(root);
  expect(names).toEqual(["a", "b"]);
  expect(warnings).toEqual([expect.stringMatching(/^b.Skill\.md: it must be called SKILL\.md$/u)]);
  expect(await skills[1]?.files?.list()).toEqual([]);
});

test("bytes that are no UTF-8 are replaced and reported", async () => {
  const bytes = Buffer.concat([Buffer.from(skillFile("a", "caf")), Buffer.from([0xe9, 0x0a])]);
  const root = skillTree({ "a/SKILL.md": bytes });
  const { skills, warnings } = await load(root);
  expect(await bodyOf(skills[0])).toBe("caf\n\uFFFD");
  expect(warnings).toEqual([expect.stringContaining("UTF-8")]);
  await expect(load(root, { strict: true })).rejects.toMatchObject({ code: "invalid-input" });
});

test("the body is read when it is asked for, as it is then", async () => {
  const root = skillTree({ "a/SKILL.md": skillFile("a", "old") });
  const { skills } = await load(root);
  const path = join(root, "a", "SKILL.md");
  writeFileSync(path, skillFile("renamed", "new"));
  expect(await bodyOf(skills[0])).toBe("new");
  expect(skills[0]?.name).toBe("a");
  rmSync(path);
  await expect(bodyOf(skills[0])).rejects.toMatchObject({ code: "not-found" });
});

test("an abort rejects with the signal's reason, before and while loading", async () => {
  const root = skillTree(
    Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`s${i}/SKILL.md`, skillFile(`s${i}`)]),
    ),
  );
  const reason = new Error("enough");
  await expect(load(root, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const controller = new AbortController();
  const loading = loadSkills(root, {
    signal: controller.signal,
    onWarning: () => undefined,
  });
  controller.abort(reason);
  await expect(loading).rejects.toBe(reason);
});

test.each([
  ["throws", () => failing()],
  ["rejects", () => Promise.resolve().then(failing) as never],
])("an onWarning that %s harms nothing", async (_name, onWarning) => {
  const root = skillTree({ "odd/SKILL.md": skillFile("other") });
  const skills = await loadSkills(root, { onWarning });
  expect(skills.map(({ name }) => name)).toEqual(["other"]);
});

function failing(): never {
  throw new Error("from the caller");
}

test("wrong arguments are refused by name", async () => {
  await expect(loadSkills(wrong(1))).rejects.toThrow(/directories must be a list of strings/u);
  await expect(loadSkills(["a", wrong(1)])).rejects.toThrow(/directories\[1\]/u);
  await expect(loadSkills("a", wrong({ depth: 1 }))).rejects.toThrow(/no option "depth"/u);
  await expect(loadSkills("a", wrong({ strict: "no" }))).rejects.toThrow(/options\.strict/u);
  await expect(loadSkills("a", wrong({ onWarning: 1 }))).rejects.toThrow(/options\.onWarning/u);
});

describe.runIf(LINKS)("links and special files", () => {
  test("a link may lead below any of the given directories, and a skill that is reached twice is one", async () => {
    const store = skillTree({ "pdf/SKILL.md": skillFile("pdf") });
    const root = skillTree({ "a/SKILL.md": skillFile("a") });
    symlinkSync(join(store, "pdf"), join(root, "pdf"));
    const alone = await load(root);
    expect(alone.names).toEqual(["a"]);
    expect(alone.warnings).toEqual([expect.stringMatching(/^pdf: it is a link that leads out/u)]);
    expect(await load([root, store])).toMatchObject({ names: ["a", "pdf"], warnings: [] });
  });

  test("links in a circle are walked once", async () => {
    const root = skillTree({ "x/a/SKILL.md": skillFile("a") });
    symlinkSync(root, join(root, "x", "again"));
    symlinkSync("self", join(root, "x", "self"));
    expect(await load(root)).toMatchObject({ names: ["a"], warnings: [] });
  });

  test("a given directory may itself be a link", async () => {
    const root = skillTree({ "real/a/SKILL.md": skillFile("a") });
    symlinkSync(join(root, "real"), join(root, "link"));
    expect((await load(join(root, "link"))).names).toEqual(["a"]);
  });

  test("a SKILL.md that is a link out of its directory is not read", async () => {
    const root = skillTree({ "a/other.md": "", "secret.md": skillFile("a", "SECRET") });
    symlinkSync(join(root, "secret.md"), join(root, "a", "SKILL.md"));
    const { names, warnings } = await load(root);
    expect(names).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/leads out of the skill; it is not loaded$/u)]);
    expect(warnings.join("\n")).not.toContain("SECRET");
  });

  test("a SKILL.md that is a link within its directory is read", async () => {
    const root = skillTree({ "a/docs/skill-body.md": skillFile("a") });
    symlinkSync("docs/skill-body.md", join(root, "a", "SKILL.md"));
    expect(await load(root)).toMatchObject({ names: ["a"], warnings: [] });
  });

  test("a body that became a link out of the directory is not read", async () => {
    const root = skillTree({ "a/SKILL.md": skillFile("a"), "secret.md": skillFile("a", "SECRET") });
    const { skills } = await load(root);
    rmSync(join(root, "a", "SKILL.md"));
    symlinkSync(join(root, "secret.md"), join(root, "a", "SKILL.md"));
    await expect(bodyOf(skills[0])).rejects.toMatchObject({ code: "invalid-input" });
  });

  test("a skill whose directory was replaced by a link is not read", async () => {
    const root = skillTree({
      "in/a/SKILL.md": skillFile("a"),
      "out/SKILL.md": skillFile("a", "SECRET"),
    });
    const { skills } = await load(join(root, "in"));
    renameSync(join(root, "in", "a"), join(root, "old"));
    symlinkSync(join(root, "out"), join(root, "in", "a"));
    await expect(bodyOf(skills[0])).rejects.toMatchObject({ code: "invalid-input" });
  });

  test("a pipe in the place of a SKILL.md is not opened", async () => {
    const root = skillTree({ "a/SKILL.md": skillFile("a"), "b/x": "" });
    execFileSync("mkfifo", [join(root, "b", "SKILL.md")]);
    const { names, warnings } = await load(root);
    expect(names).toEqual(["a"]);
    expect(warnings).toEqual(["b: its SKILL.md is no plain file and is not read"]);
  });

  test.skipIf(ROOT)("what may not be read is reported", async () => {
    const root = skillTree({
      "a/SKILL.md": skillFile("a"),
      "b/SKILL.md": skillFile("b"),
      "c/x": "",
    });
    chmodSync(join(root, "b", "SKILL.md"), 0);
    chmodSync(join(root, "c"), 0);
    const { names, warnings } = await load(root);
    chmodSync(join(root, "c"), 0o700);
    expect(names).toEqual(["a"]);
    expect(warnings).toEqual([
      expect.stringMatching(/^b.SKILL\.md: .*EACCES/u),
      expect.stringMatching(/^c: .*EACCES/u),
    ]);
  });
});

test.runIf(process.platform === "linux")(
  "names and files that differ in case only are reported, and the first one counts",
  async () => {
    const root = skillTree({
      "a/SKILL.md": skillFile("a", "upper"),
      "a/Skill.md": skillFile("a", "mixed"),
      "B/SKILL.md": skillFile("B", "first"),
      "b/SKILL.md": skillFile("b", "second"),
    });
    const { skills, names, warnings } = await load(root);
    expect(names).toEqual(["b", "a"]);
    expect(await Promise.all(skills.map(bodyOf))).toEqual(["first", "upper"]);
    expect(warnings).toEqual([
      expect.stringMatching(/^B.SKILL\.md: the name "B" must be .* it is read as "b"$/u),
      expect.stringMatching(/^B.SKILL\.md: the name "b" is not the one of its directory, "B"$/u),
      "a: it has SKILL.md and Skill.md; the first one counts",
      expect.stringMatching(/^b.SKILL\.md: the name "b" is that of .*, which counts$/u),
    ]);
  },
);

test("the skill of the current directory has the name of that directory", async () => {
  const root = skillTree({ "SKILL.md": skillFile("x") });
  const { skills, warnings } = await load(`${root}/./`);
  expect(skills).toHaveLength(1);
  expect(warnings).toEqual([expect.stringContaining(JSON.stringify(basename(root)))]);
});
