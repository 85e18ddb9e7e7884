import { execFileSync } from "node:child_process";
import {
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { MemoryError } from "@kioku/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { loadSkills } from "../../src/index.js";
import type { SkillFiles, SkillWarning } from "../../src/index.js";
import { skillFile, skillTree } from "../support/skill-tree.js";

const SECRET = "SECRET of somebody else";
const LINKS = process.platform !== "win32";

interface Place {
  /** Has `skill` and, beside it, `secret.txt`. */
  readonly root: string;
  readonly skill: string;
  readonly files: SkillFiles;
  readonly warnings: readonly string[];
}

async function place(content: Readonly<Record<string, string | Uint8Array>>): Promise<Place> {
  const inside = Object.entries(content).map(([path, bytes]) => [`skill/${path}`, bytes] as const);
  const root = skillTree({
    "skill/SKILL.md": skillFile("skill"),
    "secret.txt": SECRET,
    ...Object.fromEntries(inside),
  });
  const warnings: string[] = [];
  const [skill] = await loadSkills(join(root, "skill"), {
    onWarning: ({ message }) => warnings.push(message),
  });
  if (!skill?.files) throw new Error("the skill has no files");
  return { root, skill: join(root, "skill"), files: skill.files, warnings };
}

function codeOf(error: unknown): string {
  return MemoryError.is(error) ? error.code : "no error of ours";
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

test("files are listed by path, without the SKILL.md and what is hidden", async () => {
  const { files, warnings } = await place({
    "scripts/run.py": "",
    "references/b.md": "",
    "references/a/c.md": "",
    "references.md": "",
    ".env": "KEY=1",
    ".git/config": "",
    "node_modules/x/index.js": "",
    "scripts/__pycache__/run.pyc": "",
    "references/SKILL.md": "",
  });
  expect(await files.list()).toEqual([
    "references/SKILL.md",
    "references/a/c.md",
    "references/b.md",
    "references.md",
    "scripts/run.py",
  ]);
  expect(warnings).toEqual([]);
});

test("what is listed can be read, and what is hidden cannot", async () => {
  const { files } = await place({
    "references/指南 1.md": "hello",
    ".env": "KEY=1",
    "a/.b/c": "x",
  });
  const [path = ""] = await files.list();
  expect(text(await files.read(path))).toBe("hello");
  expect(text(await files.read(`././${path}`))).toBe("hello");
  expect(text(await files.read("SKILL.md"))).toContain("# Body");
  for (const hidden of [".env", "a/.b/c"]) {
    await expect(files.read(hidden)).rejects.toMatchObject({ code: "not-found" });
  }
});

test("each call sees what is there then", async () => {
  const { files, skill } = await place({});
  expect(await files.list()).toEqual([]);
  writeFileSync(join(skill, "late.md"), "late");
  expect(await files.list()).toEqual(["late.md"]);
  expect(text(await files.read("late.md"))).toBe("late");
});

test("what is not there, or no file, is not found", async () => {
  const { files } = await place({ "dir/a.md": "" });
  for (const path of ["none.md", "dir", "dir/a.md/b", `${"x".repeat(300)}.md`]) {
    await expect(files.read(path)).rejects.toMatchObject({
      name: "MemoryError",
      code: "not-found",
    });
  }
});

test.each([
  ["/etc/passwd"],
  ["//host/share"],
  ["../secret.txt"],
  ["dir/../../secret.txt"],
  ["dir/../dir/a.md"],
  [".."],
  ["."],
  ["./"],
  ["dir/"],
  ["dir//a.md"],
  ["dir\\a.md"],
  ["..\\secret.txt"],
  ["C:\\secret.txt"],
  ["C:/secret.txt"],
  ["c:secret.txt"],
  ["file:///etc/passwd"],
  ["%2e%2e/secret.txt"],
  ["%2E%2E%2Fsecret.txt"],
  ["..%2fsecret.txt"],
  ["..%5csecret.txt"],
  ["a.md%00.txt"],
  ["a.md\0"],
  ["a\nb"],
  ["dir/ /a.md"],
  [""],
  ["  "],
  ["a\uD800"],
  ["x".repeat(1_025)],
  [1],
  [undefined],
])("the path %j is refused", async (path) => {
  const { files } = await place({ "dir/a.md": "" });
  await expect(files.read(path as string)).rejects.toMatchObject({
    name: "MemoryError",
    code: "invalid-input",
  });
});

test("a file of 16 MiB is read, and one byte more is refused", async () => {
  const { files, skill } = await place({ "big.bin": "" });
  truncateSync(join(skill, "big.bin"), 16_777_216);
  expect(await files.read("big.bin")).toHaveLength(16_777_216);
  truncateSync(join(skill, "big.bin"), 16_777_217);
  await expect(files.read("big.bin")).rejects.toThrow("16777216 bytes");
});

test("bytes come whole and share no memory with others", async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
  const { files } = await place({ "data.bin": bytes, "small.bin": "small" });
  const read = await files.read("data.bin");
  expect(Buffer.compare(read, bytes)).toBe(0);
  expect((await files.read("small.bin")).buffer.byteLength).toBe(5);
});

test("at most 512 files are listed, and the cut is reported", async () => {
  const many = Object.fromEntries(Array.from({ length: 513 }, (_, i) => [`f${1_000 + i}`, ""]));
  const { files, warnings } = await place(many);
  const paths = await files.list();
  expect(paths).toHaveLength(512);
  expect(paths.at(-1)).toBe("f1511");
  expect(warnings).toEqual([expect.stringContaining("512")]);
});

test("files that lie too deep are not listed, and that is reported", async () => {
  const { files, warnings } = await place({ "1/2/3/4/5/6/a.md": "", "1/2/3/4/5/6/7/b.md": "" });
  expect(await files.list()).toEqual(["1/2/3/4/5/6/a.md"]);
  expect(warnings).toHaveLength(1);
});

test("an abort rejects with the signal's reason", async () => {
  const { files } = await place({ "a.md": "" });
  const reason = new Error("enough");
  const signal = AbortSignal.abort(reason);
  await expect(files.list({ signal })).rejects.toBe(reason);
  await expect(files.read("a.md", { signal })).rejects.toBe(reason);
  const controller = new AbortController();
  const reading = files.read("a.md", { signal: controller.signal });
  const listing = files.list({ signal: controller.signal });
  controller.abort(reason);
  await expect(reading).rejects.toBe(reason);
  await expect(listing).rejects.toBe(reason);
});

describe.runIf(LINKS)("links and special files", () => {
  test("links within the skill are followed, those that lead out are refused and not listed", async () => {
    const { files, root, skill, warnings } = await place({ "dir/a.md": "inside" });
    symlinkSync("dir/a.md", join(skill, "good.md"));
    symlinkSync("dir", join(skill, "linked"));
    symlinkSync("../secret.txt", join(skill, "bad.md"));
    symlinkSync(root, join(skill, "out"));
    symlinkSync("loop", join(skill, "loop"));
    symlinkSync("none", join(skill, "dangling"));
    expect(await files.list()).toEqual(["dir/a.md", "good.md"]);
    expect(warnings.filter((warning) => warning.includes("leads out"))).not.toEqual([]);
    expect(text(await files.read("good.md"))).toBe("inside");
    expect(text(await files.read("linked/a.md"))).toBe("inside");
    for (const path of ["bad.md", "out/secret.txt"]) {
      await expect(files.read(path)).rejects.toMatchObject({ code: "invalid-input" });
    }
    for (const path of ["loop", "dangling"]) {
      await expect(files.read(path)).rejects.toMatchObject({ code: "not-found" });
    }
  });

  test("a directory whose name begins with the skill's is not in it", async () => {
    const { files, root, skill } = await place({});
    mkdirSync(join(root, "skill-2"));
    writeFileSync(join(root, "skill-2", "a.md"), SECRET);
    symlinkSync("../skill-2", join(skill, "next"));
    await expect(files.read("next/a.md")).rejects.toMatchObject({ code: "invalid-input" });
  });

  test("pipes and devices are neither listed nor read", async () => {
    const { files, skill } = await place({});
    execFileSync("mkfifo", [join(skill, "pipe")]);
    symlinkSync("/dev/zero", join(skill, "zero"));
    expect(await files.list()).toEqual([]);
    await expect(files.read("pipe")).rejects.toMatchObject({ code: "not-found" });
    await expect(files.read("zero")).rejects.toMatchObject({ code: "invalid-input" });
  });

  test("a file with several hard links is refused and not listed: its other names may be anywhere", async () => {
    const { root, skill, files, warnings } = await place({ "a.md": "inside" });
    linkSync(join(root, "secret.txt"), join(skill, "b.md"));
    const error = await files.read("b.md").catch((thrown: unknown) => thrown);
    expect(codeOf(error)).toBe("invalid-input");
    expect(String(error)).toContain('"b.md" has more than one hard link');
    expect(await files.list()).toEqual(["a.md"]);
    expect(warnings).toEqual([expect.stringContaining('"b.md" has more than one hard link')]);
    rmSync(join(root, "secret.txt"));
    expect(text(await files.read("b.md"))).toBe(SECRET);
  });

  test("a SKILL.md with several hard links is not loaded", async () => {
    const root = skillTree({ "skill/SKILL.md": skillFile("skill") });
    linkSync(join(root, "skill", "SKILL.md"), join(root, "elsewhere.md"));
    const warnings: string[] = [];
    const options = { onWarning: ({ message }: SkillWarning) => warnings.push(message) };
    expect(await loadSkills(join(root, "skill"), options)).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/more than one hard link.*is not loaded/u)]);
    await expect(loadSkills(join(root, "skill"), { strict: true })).rejects.toThrow("hard link");
  });

  test("hard links of package managers are files like any other", async () => {
    const root = skillTree({
      "node_modules/.pnpm/pack@1.0.0/node_modules/pack/skill/SKILL.md": skillFile("skill"),
      "node_modules/.pnpm/pack@1.0.0/node_modules/pack/skill/a.md": "inside",
    });
    const installed = join(root, "node_modules/.pnpm/pack@1.0.0/node_modules/pack/skill");
    linkSync(join(installed, "SKILL.md"), join(root, "store-1"));
    linkSync(join(installed, "a.md"), join(root, "store-2"));
    symlinkSync(join(installed, ".."), join(root, "node_modules", "pack"));
    const [skill] = await loadSkills(join(root, "node_modules", "pack", "skill"), { strict: true });
    expect(await skill?.files?.list()).toEqual(["a.md"]);
    expect(text((await skill?.files?.read("a.md")) ?? new Uint8Array())).toBe("inside");
  });

  test("a path that is swapped for a link while it is read never shows what is outside", async () => {
    const { files, root, skill } = await place({ "dir/a.txt": "inside" });
    mkdirSync(join(root, "outside"));
    writeFileSync(join(root, "outside", "a.txt"), SECRET);
    const seen = new Set<string>();
    for (let round = 0; round < 400; round += 1) {
      const reading = files.read("dir/a.txt").then(text, codeOf);
      // Swaps back and forth while the calls of the reading go through the threads of Node.
      for (let turn = 0; turn < round % 7; turn += 1) {
        renameSync(join(skill, "dir"), join(root, "aside"));
        symlinkSync("../outside", join(skill, "dir"));
        await new Promise(setImmediate);
        rmSync(join(skill, "dir"));
        renameSync(join(root, "aside"), join(skill, "dir"));
        await new Promise(setImmediate);
      }
      seen.add(await reading);
    }
    expect(seen).toContain("inside");
    expect(
      [...seen].filter((one) => !["inside", "not-found", "invalid-input"].includes(one)),
    ).toEqual([]);
  });
});

test("no path whatever shows what is outside of the skill", async () => {
  const { files, root, skill } = await place({ "dir/a.md": "inside", "b.md": "inside" });
  if (LINKS) {
    symlinkSync("..", join(skill, "up"));
    symlinkSync("../secret.txt", join(skill, "dir", "s"));
    symlinkSync("dir", join(skill, "in"));
  }
  const part = fc.constantFrom(
    ..."../ ..\\ / \\ . .. %2e%2e %2f up dir in s b.md a.md secret.txt skill \0 C: file: // ~ * \u2025 \uFF0E \uFF0F".split(
      " ",
    ),
    root,
    skill,
    " ",
  );
  const path = fc.oneof(
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join("")),
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join("/")),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  await fc.assert(
    fc.asyncProperty(path, async (given) => {
      const read = await files.read(given).then(text, codeOf);
      expect(["inside", skillFile("skill"), "invalid-input", "not-found"]).toContain(read);
    }),
    { numRuns: 1_000 },
  );
});
