import { describe, expect, test } from "vitest";

import {
  failingWorld,
  linesOf,
  operations,
  quoting,
  readMade,
  scriptedModel,
  STORES,
} from "./failing-world.js";

const DAY_MS = 86_400_000;

describe.each(STORES)("on a store: %s", (store) => {
  test("F7: what is said again is one sentence with all its sources", async () => {
    const said = [
      [
        "I love hiking in the Alps.",
        "I love hiking in the alps!",
        "Yes, I love hiking in the Alps.",
      ],
      ["我喜欢爬山。", "我喜欢爬山！", "对，我喜欢爬山～"],
    ];
    const { model } = scriptedModel((prompt) => {
      const one = said.flat().find((text) => prompt.includes(text)) ?? "";
      return operations(
        { op: "add", text: one, subject: "user", block: "likes", ...quoting(one) },
        { op: "add", text: retold(one), subject: "user", block: "likes", ...quoting(one) },
      );
    });
    for (const options of [{}, { model }, { keepShare: 1 }]) {
      const { live, portrait, mind } = failingWorld(store, options);
      const ids: string[] = [];
      for (let round = 0; round < 3; round += 1) {
        for (const same of said) ids.push(...(await live([same[round] ?? ""])));
      }
      const lines = linesOf(await portrait());
      expect(lines).toHaveLength(2);
      const found = [];
      for (const line of lines) found.push(await mind.why(line.slice(2)));
      const sources = found.flatMap((why) => why?.quotes.map(({ source }) => source) ?? []);
      expect([...new Set(sources)].toSorted()).toEqual(ids.toSorted());
    }
  });

  test("F9: old news stays old: a fact has the time at which it was said", async () => {
    const { live, mind, memory } = failingWorld(store);
    const years = [2019, 2021];
    const said = ["I live in Porto.", "我去年养了一只猫。"];
    await live(
      said.map((content, index) => ({ content, at: new Date(Date.UTC(years[index] ?? 0, 4, 1)) })),
    );
    const { blocks } = await mind.document({ document: "portrait" });
    const times = blocks.flatMap(({ sentences }) => sentences.map(({ at }) => at.getUTCFullYear()));
    expect(new Set(times)).toEqual(new Set(years));
    for (const { occurredAt } of await readMade(memory)) {
      expect(years).toContain(occurredAt?.getUTCFullYear());
    }
    const { text } = await mind.document({ document: "day", date: new Date("2019-05-01T23:00Z") });
    expect(text).toContain("Porto");
    expect((await mind.document({ document: "day" })).text).toBe("");
    const asOf = { validAt: new Date("2020-01-01") };
    const then = await mind.document({ document: "portrait" }, { asOf });
    expect(linesOf(then.text)).toEqual(["- I live in Porto."]);
  });

  test("F10: told memories, tools, systems, web pages and other kinds make no fact", async () => {
    const { live, mind, memory, portrait } = failingWorld(store, { keepShare: 1 });
    await live([{ content: "I live in Porto and I love fado.", speaker: "Eva" }]);
    const { text: told } = await mind.context("Where does Eva live?");
    expect(told).toContain("Porto");
    await live([`${told}\nI have a red bicycle.`], "second");
    for (const origin of ["tool", "system", "web", "derived"] as const) {
      await memory.remember({ content: "My name is Boot Loader.", kind: "message", origin });
    }
    await memory.remember({ content: "My name is AGENTS.md.", kind: "document" });
    await memory.remember({ content: "我叫配置文件。", kind: "fact" });
    await mind.consolidate();
    expect(linesOf(await portrait())).toEqual(["- I have a red bicycle."]);
    const made = JSON.stringify((await readMade(memory)).filter(({ key }) => key !== undefined));
    expect(made).not.toMatch(/Boot Loader|AGENTS|配置文件/u);
    expect(await portrait("Eva")).not.toMatch(/bicycle/u);
  });

  test("F15: small talk and fragments fill nothing up, and a block has a limit", async () => {
    const { live, portrait, mind } = failingWorld(store, { keepShare: 0.9 });
    const fragments = [
      "ok",
      "lol",
      "嗯嗯",
      "好的",
      "haha yes",
      "thanks!",
      "what?",
      "真的吗？",
      "…",
    ];
    for (let round = 0; round < 10; round += 1) await live(fragments);
    expect(await portrait()).toBe("");
    const long = Array.from({ length: 120 }, (_, index) => `I painted ${wordsOf(index)} in May.`);
    await live(long);
    const { blocks } = await mind.document({ document: "portrait" });
    expect(blocks.some(({ omitted }) => omitted > 0)).toBe(true);
    for (const { sentences } of blocks) {
      expect(sentences.map(({ text }) => text).join("\n").length).toBeLessThanOrEqual(5_000);
    }
  });

  test.each(["erase", "forget", "purge", "edit"] as const)(
    "F17: no document says what stood in a source that is gone: %s",
    async (way) => {
      const { live, mind, memory, portrait } = failingWorld(store, { keepShare: 1 });
      const ids = await live([
        "I live in Porto.",
        "我对花生过敏。",
        "I play the cello on Sundays.",
      ]);
      const secrets = [/Porto/u, /花生/u];
      for (const id of ids.slice(0, 2)) {
        // Past the mind, as another program would.
        if (way === "erase") await memory.erase(id);
        if (way === "forget") await memory.forget(id);
        if (way === "purge") await memory.forget(id, { purge: true });
        if (way === "edit") await memory.update(id, { content: "[removed]" });
      }
      const talk = { document: "thread", thread: "talk" } as const;
      const texts = async (): Promise<string> =>
        [
          await portrait(),
          (await mind.document(talk)).text,
          (await mind.document({ document: "day" })).text,
          (await mind.context({})).text,
          JSON.stringify((await mind.why("I live in Porto.")) ?? ""),
          JSON.stringify((await mind.why("我对花生过敏。")) ?? ""),
        ].join("\n");
      // Before a run, and after it.
      for (let round = 0; round < 2; round += 1) {
        for (const secret of secrets) expect(await texts()).not.toMatch(secret);
        expect(await portrait()).toContain("cello");
        await mind.consolidate();
      }
    },
  );

  test("F19: of what is stored all is said, and every update is done", async () => {
    const { live, clock, portrait, mind, memory } = failingWorld(store);
    const days = [
      ["My name is Ana. I live in Porto.", "我在华为工作。", "I have a cat called Momo."],
      ["The weather was awful.", "I'm vegetarian.", "我喜欢喝咖啡。"],
      ["I moved to Lisbon last week.", "Do you think I live in Rome?", "我跳槽到腾讯了。"],
      [
        "My friend says I live in Madrid.",
        "我不再喜欢喝咖啡了。",
        "If I lived in Oslo I would ski.",
      ],
    ];
    for (const turns of days) {
      await live(turns);
      clock.now = new Date(clock.now.getTime() + DAY_MS);
    }
    const text = await portrait();
    for (const held of [/Ana/u, /Lisbon/u, /腾讯/u, /Momo/u, /vegetarian/u])
      expect(text).toMatch(held);
    for (const wrong of [/Porto/u, /华为/u, /Rome/u, /Madrid/u, /Oslo/u, /喜欢喝咖啡/u]) {
      expect(text).not.toMatch(wrong);
    }
    const turns = new Map(
      (await memory.list({ kinds: ["message"] })).items.map(({ id, content }) => [id, content]),
    );
    for (const line of linesOf(text)) {
      const why = await mind.why(line.slice(2));
      expect(why?.quotes.length).toBeGreaterThan(0);
      for (const { source, quote } of why?.quotes ?? []) expect(turns.get(source)).toContain(quote);
    }
  });
});

/** Returns a sentence in the third person. */
function retold(text: string): string {
  return text.replace("I love", "User loves").replace("我", "用户");
}

/** Returns words of a number's own, so that no sentence says the same as another one. */
function wordsOf(index: number): string {
  return Array.from({ length: 12 }, (_, word) => `w${(index * 12 + word).toString(36)}x`).join(" ");
}
