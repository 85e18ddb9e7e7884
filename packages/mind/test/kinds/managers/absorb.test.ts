import { describe, expect, test } from "vitest";

import { STORES } from "../../run/test-mind.js";
import { held, managerWorld, reportOf, say, type Script } from "./manager-world.js";

const TURNS = [
  "My name is Ana and I live in Porto with my dog Rex.",
  "Yesterday Rex and I climbed Mount Pico in heavy rain.",
  "To reset the router, hold the button for ten seconds. Then wait for the green light.",
  "The password of the wifi is tangerine42.",
  "# Runbook\nDeploys run on Friday at noon. Ask Ben before a rollback.",
];

const SCRIPT: Script = {
  core: [
    {
      op: "append",
      label: "human",
      text: "Ana lives in Porto with her dog Rex.",
      turn: "t1",
      quote: "My name is Ana and I live in Porto with my dog Rex",
    },
  ],
  episodic: [
    {
      op: "insert",
      summary: "Ana and Rex climbed Mount Pico.",
      details: "Ana and her dog Rex climbed Mount Pico in heavy rain on 2026-03-01.",
      date: "2026-03-01",
      turn: "t2",
      quote: "Yesterday Rex and I climbed Mount Pico in heavy rain",
    },
  ],
  semantic: [
    {
      op: "insert",
      name: "Rex",
      summary: "Rex is the dog of Ana.",
      details: "Rex lives with Ana in Porto.",
      turn: "t1",
      quote: "I live in Porto with my dog Rex",
    },
  ],
  procedural: [
    {
      op: "insert",
      entry_type: "guide",
      summary: "How to reset the router.",
      steps: ["Hold the button for ten seconds.", "Wait for the green light."],
      turn: "t3",
      quote: "To reset the router, hold the button for ten seconds",
    },
  ],
  resource: [
    {
      op: "insert",
      title: "Runbook",
      summary: "Deploys run on Friday at noon.",
      resource_type: "markdown",
      turn: "t5",
      quote: "Deploys run on Friday at noon",
    },
  ],
  knowledge_vault: [
    {
      op: "insert",
      caption: "Password of the wifi.",
      entry_type: "credential",
      sensitivity: "medium",
      secret_value: "tangerine42",
      turn: "t4",
      quote: "The password of the wifi is tangerine42",
    },
  ],
};

describe.each(Object.entries(STORES))("managers %s", (_name, store) => {
  test("write what turns prove of each kind, with the turns as sources", async () => {
    const world = managerWorld(SCRIPT, { store: store() });
    const ids = await say(world, TURNS);
    const report = await world.kinds.absorb();
    expect(report.managers.map(({ kind, written, refused }) => [kind, written, refused])).toEqual([
      ["core", 1, {}],
      ["episodic", 1, {}],
      ["semantic", 1, {}],
      ["procedural", 1, {}],
      ["resource", 1, {}],
      ["knowledge_vault", 1, {}],
    ]);
    expect(report).toMatchObject({ turns: 5, tokens: 120 });
    const human = (await world.kinds.blocks()).find(({ label }) => label === "human");
    expect(human?.value).toBe("Ana lives in Porto with her dog Rex.");
    const [event] = await world.kinds.list("episodic");
    expect(event?.fields).toEqual({
      event_type: "user_message",
      summary: "Ana and Rex climbed Mount Pico.",
      details: "Ana and her dog Rex climbed Mount Pico in heavy rain on 2026-03-01.",
      actor: "user",
      occurred_at: "2026-03-01 00:00:00",
    });
    expect(event?.record).toMatchObject({ origin: "derived", sources: [ids[1]], trust: 1 });
    const [rex] = await world.kinds.list("semantic");
    expect(rex?.fields.source).toBe("user, 2026-03-02");
    const [steps] = await world.kinds.list("procedural");
    expect(steps?.fields.steps).toHaveLength(2);
    const [document] = await world.kinds.list("resource");
    expect(document?.fields.content).toBe(TURNS[4]);
    const [secret] = await world.kinds.list("knowledge_vault");
    expect(secret?.fields).toMatchObject({ caption: "Password of the wifi." });
    expect(JSON.stringify(secret?.record)).not.toContain("tangerine");
  });

  test("look at each turn once", async () => {
    const world = managerWorld(SCRIPT, { store: store() });
    await say(world, TURNS);
    await world.kinds.absorb();
    const before = await held(world.memory);
    const asked = world.model.requests.length;
    expect(await world.kinds.absorb()).toEqual({ turns: 0, managers: [], tokens: 0 });
    expect(world.model.requests).toHaveLength(asked);
    expect(await held(world.memory)).toEqual(before);
  });

  test("lose what they made when its turn is erased", async () => {
    const world = managerWorld(SCRIPT, { store: store() });
    const ids = await say(world, TURNS);
    await world.kinds.absorb();
    await world.memory.erase(ids[0] ?? "");
    expect(await world.kinds.list("semantic")).toEqual([]);
    expect((await world.kinds.blocks()).every(({ value }) => value === "")).toBe(true);
    expect(await world.kinds.list("episodic")).toHaveLength(1);
  });
});

describe("managers", () => {
  test("are asked only if the meta manager names their kinds, and move on with the others", async () => {
    const world = managerWorld({ ...SCRIPT, meta: ["semantic"] });
    await say(world, TURNS);
    const report = await world.kinds.absorb();
    expect(report.managers.map(({ kind }) => kind)).toEqual(["semantic"]);
    world.model.script = SCRIPT;
    expect((await world.kinds.absorb()).turns).toBe(0);
  });

  test("are asked without the meta manager for kinds that the caller names", async () => {
    const world = managerWorld(SCRIPT);
    await say(world, TURNS);
    const report = await world.kinds.absorb({ kinds: ["semantic", "episodic"] });
    expect(world.model.asked()).toEqual(["episodic", "semantic"]);
    expect(report.managers.map(({ kind }) => kind)).toEqual(["episodic", "semantic"]);
    expect((await world.kinds.absorb()).managers.map(({ kind }) => kind)).toEqual([
      "core",
      "procedural",
      "resource",
      "knowledge_vault",
    ]);
  });

  test("are all asked if the answer of the meta manager is of no use", async () => {
    const world = managerWorld({ ...SCRIPT, meta: "kinds kinds kinds" });
    await say(world, TURNS);
    const report = await world.kinds.absorb();
    expect(report.managers.map(({ written }) => written)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test("look at long talks in batches of 20 turns, the oldest first", async () => {
    const world = managerWorld({ meta: ["semantic"], semantic: [] });
    await say(
      world,
      Array.from({ length: 45 }, (_, index) => `The shelf ${index} holds books about gardens.`),
    );
    const report = await world.kinds.absorb();
    expect(report.turns).toBe(45);
    const shown = world.model.requests.map(({ prompt }) => prompt.match(/<t\d+ /gu)?.length);
    expect(shown).toEqual([20, 20, 20, 20, 5, 5]);
    expect(report.managers).toMatchObject([{ kind: "semantic", status: "nothing" }]);
  });

  test("wait until enough turns do", async () => {
    const world = managerWorld(SCRIPT);
    await say(world, TURNS);
    expect((await world.kinds.absorb({ minTurns: 6 })).turns).toBe(0);
    await say(world, ["Rex barks at trains."]);
    expect((await world.kinds.absorb({ minTurns: 6 })).turns).toBe(6);
  });

  test("are not asked about secrets without a vault", async () => {
    const world = managerWorld(SCRIPT, { vault: false });
    await say(world, TURNS);
    const report = await world.kinds.absorb();
    expect(reportOf(report, "knowledge_vault")).toBeUndefined();
    await expect(world.kinds.absorb({ kinds: ["knowledge_vault"] })).rejects.toMatchObject({
      code: "invalid-input",
    });
  });

  test("need a model, and options that are known", async () => {
    const { kinds } = managerWorld({});
    for (const options of [
      { kinds: ["dreams"] },
      { minTurns: 0 },
      { concurrency: 7 },
      { timeoutMs: 0 },
      { turns: 3 },
    ]) {
      await expect(kinds.absorb(options as never)).rejects.toMatchObject({ code: "invalid-input" });
    }
  });

  test("merge an event, and put knowledge in the place of what it keeps or what has changed", async () => {
    const world = managerWorld(SCRIPT);
    await say(world, TURNS);
    await world.kinds.absorb();
    const [event] = await world.kinds.list("episodic");
    world.model.script = {
      episodic: [
        {
          op: "merge",
          targets: ["i1"],
          summary: "Ana and Rex climbed Mount Pico.",
          details:
            "Ana and her dog Rex climbed Mount Pico in heavy rain on 2026-03-01. On Mount Pico, Ana lost a red glove.",
          turn: "t1",
          quote: "On Mount Pico I lost a red glove",
        },
      ],
      semantic: [
        {
          op: "update",
          targets: ["i1"],
          name: "Rex",
          summary: "Rex is the dog of Ana.",
          details: "Rex no longer lives in Porto: he moved to a farm in Braga.",
          turn: "t2",
          quote: "Rex no longer lives in Porto, he moved to a farm in Braga",
        },
      ],
    };
    await say(world, [
      "On Mount Pico I lost a red glove.",
      "Rex no longer lives in Porto, he moved to a farm in Braga.",
    ]);
    const report = await world.kinds.absorb();
    expect(reportOf(report, "episodic")).toMatchObject({ written: 1, refused: {} });
    expect(reportOf(report, "semantic")).toMatchObject({ written: 1, refused: {} });
    const [merged, ...others] = await world.kinds.list("episodic");
    expect(others).toEqual([]);
    expect(merged?.id).toBe(event?.id);
    expect(merged?.fields.details).toContain("red glove");
    expect(merged?.record.sources).toHaveLength(2);
    const knowledge = await world.kinds.list("semantic");
    expect(knowledge.map(({ fields }) => fields.details)).toEqual([
      "Rex no longer lives in Porto: he moved to a farm in Braga.",
    ]);
  });

  test("trust what they write no more than its turns", async () => {
    const world = managerWorld(SCRIPT);
    await say(world, TURNS, { trust: 0.4 });
    const report = await world.kinds.absorb();
    expect(reportOf(report, "core")?.refused).toEqual({ untrusted: 1 });
    const [rex] = await world.kinds.list("semantic");
    expect(rex?.record.trust).toBe(0.4);
  });

  test("leave out recalled memories, and what they and others have made", async () => {
    const world = managerWorld(SCRIPT);
    await say(world, ["<memories><memory>Rex is a cat.</memory></memories> Hello."]);
    await say(world, ["Rex is a cat."], { origin: "tool" });
    await say(world, ["Rex is a cat."], { kind: "fact", origin: "derived" });
    expect((await world.kinds.absorb()).turns).toBe(1);
    expect(world.model.requests.some(({ prompt }) => prompt.includes("cat"))).toBe(false);
  });

  test("write Chinese of Chinese turns", async () => {
    const world = managerWorld({
      semantic: [
        {
          op: "insert",
          name: "小白",
          summary: "小白是我养的猫。",
          details: "小白今年三岁，最喜欢吃鱼。",
          turn: "t1",
          quote: "我养了一只猫叫小白，今年三岁，最喜欢吃鱼",
        },
      ],
    });
    await say(world, ["我养了一只猫叫小白，今年三岁，最喜欢吃鱼。"]);
    expect(reportOf(await world.kinds.absorb(), "semantic")).toMatchObject({ written: 1 });
  });
});
