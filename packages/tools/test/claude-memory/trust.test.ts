import { definePlugin } from "@kioku/core";
import { redaction } from "@kioku/plugins";
import { rejection, testMemory, watchedStore } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { claudeMemory } from "../../src/index.js";
import type { ClaudeMemory } from "../../src/index.js";
import { createFile, PATH, textOfFile } from "../support/claude-files.js";

async function edit(tool: ClaudeMemory, path: string): Promise<string> {
  return tool({ command: "str_replace", path, old_str: "by", new_str: "BY" });
}

test("what an untrusted model writes is untrusted, and takes the place of nothing that is trusted", async () => {
  const { memory, clock } = testMemory();
  const trusting = claudeMemory(memory);
  const wary = claudeMemory(memory, { trust: 0.4 });
  await createFile(trusting, "by the model itself");
  await memory.set("/memories/user.md", "by the user", { kind: "file" });
  await memory.set("/memories/web.md", "by a page", { kind: "file", origin: "web" });
  expect(await rejection(() => edit(wary, "/memories/user.md"))).toMatchObject({
    code: "untrusted",
    message:
      "File /memories/user.md is not yours to edit: it is trusted more than what you write. Create another file.",
  });
  await edit(wary, PATH);
  await edit(wary, "/memories/web.md");
  await edit(trusting, "/memories/user.md");
  await createFile(wary, "new", "/memories/new.md");
  const { items } = await memory.list({ orderBy: "key" });
  expect(items.map(({ key, origin, trust }) => [key, origin, trust])).toEqual([
    ["/memories/new.md", "assistant", 0.4],
    [PATH, "assistant", 0.4],
    ["/memories/user.md", "user", 1],
    ["/memories/web.md", "web", 0.4],
  ]);
  await edit(trusting, "/memories/new.md").catch(() => undefined);
  const web = items.find(({ origin }) => origin === "web");
  await trusting({ command: "insert", path: "/memories/web.md", insert_line: 0, insert_text: "x" });
  expect((await memory.read(web?.id ?? ""))?.trust).toBe(0.4);
  const user = items.find(({ origin }) => origin === "user");
  await memory.update(user?.id ?? "", { validTo: clock.now });
  const again = await rejection(() => createFile(wary, "x", "/memories/user.md"));
  expect(again).toMatchObject({ code: "untrusted" });
});

test("an untrusted model takes no trusted file of others out of its place, to put another one there", async () => {
  const { memory, clock } = testMemory();
  const wary = claudeMemory(memory, { trust: 0.5 });
  await memory.set("/memories/d/user.md", "by the user", { kind: "file" });
  await createFile(claudeMemory(memory), "by the model", "/memories/d/mine.md");
  await memory.set("/memories/d/web.md", "by a page", { kind: "file", origin: "web", trust: 1 });
  const before = (await memory.list()).items;
  const path = "/memories/d/user.md";
  const refused = (action: string) => ({
    code: "untrusted",
    message: `File ${path} is not yours to ${action}: it is trusted more than what you write.`,
  });
  for (const one of [path, "/memories/d"]) {
    const remove = () => wary({ command: "delete", path: one });
    const rename = () => wary({ command: "rename", old_path: one, new_path: "/memories/other" });
    expect(await rejection(remove)).toMatchObject(refused("delete"));
    expect(await rejection(rename)).toMatchObject(refused("rename"));
  }
  expect((await memory.list()).items).toEqual(before);
  await wary({ command: "rename", old_path: "/memories/d/mine.md", new_path: "/memories/e/m.md" });
  await wary({ command: "rename", old_path: "/memories/d/web.md", new_path: "/memories/e/w.md" });
  await wary({ command: "delete", path: "/memories/e" });
  expect((await memory.list()).items.map(({ key }) => key)).toEqual([path]);
  await memory.update(before[0]?.id ?? "", { trust: 0.5 });
  await wary({ command: "delete", path });
  await memory.set(path, "was so", { kind: "file" });
  const { items } = await memory.list();
  await memory.update(items[0]?.id ?? "", { validTo: clock.now });
  await createFile(wary, "new", "/memories/d/new.md");
  await wary({ command: "delete", path: "/memories/d" });
  const again = await rejection(() => createFile(wary, "evil", path));
  expect(again).toMatchObject({ code: "untrusted" });
});

test("what is put into a directory while an untrusted model deletes or renames it stays", async () => {
  for (const command of [
    { command: "delete", path: "/memories/d" },
    { command: "rename", old_path: "/memories/d", new_path: "/memories/e" },
  ] as const) {
    const { store, intercept } = watchedStore();
    const { memory } = testMemory({ store });
    const wary = claudeMemory(memory, { trust: 0.5 });
    await createFile(wary, "by the model", "/memories/d/mine.md");
    const method = command.command === "delete" ? "deleteWhere" : "write";
    intercept(method, () => memory.set("/memories/d/user.md", "by the user", { kind: "file" }));
    await wary(command).catch(() => undefined);
    expect(await memory.get("/memories/d/user.md")).toBe("by the user");
    expect(await memory.get("/memories/e/mine.md")).toBeUndefined();
  }
});

test("a plugin that vetoes is answered in its words, and one that redacts is obeyed in text and history", async () => {
  const veto = definePlugin({
    id: "polite",
    hooks: {
      beforeRemember: ({ content }) =>
        content.includes("rude") ? { veto: "be polite" } : undefined,
      beforeForget: () => ({ veto: "nothing is forgotten here" }),
    },
  });
  const { memory } = testMemory({ plugins: [veto, redaction()] });
  const tool = claudeMemory(memory);
  const refused = {
    code: "rejected-by-plugin",
    message: expect.stringMatching(/: be polite$/u) as unknown,
  };
  expect(await rejection(() => createFile(tool, "rude"))).toMatchObject(refused);
  expect(String(await rejection(() => createFile(tool, "rude")))).toMatch(/^plugin polite /u);
  await createFile(tool, "card 4111111111111111");
  expect(await textOfFile(tool)).toBe("card [card-number]");
  const toRude = {
    command: "str_replace",
    path: PATH,
    old_str: "card ",
    new_str: "rude ",
  } as const;
  expect(await rejection(() => tool(toRude))).toMatchObject(refused);
  await tool({ command: "insert", path: PATH, insert_line: 0, insert_text: "4111 1111 1111 1111" });
  expect(JSON.stringify(await memory.list())).not.toMatch(/4111/u);
  const remove = () => tool({ command: "delete", path: PATH });
  expect((await rejection(remove)).message).toContain("nothing is forgotten here");
  expect(await textOfFile(tool)).toContain("card");
});
