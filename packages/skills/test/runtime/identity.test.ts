import type { JsonValue, SkillContext } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { failureOf } from "../support/failure-of.js";
import { testWorld } from "../support/test-world.js";

const what = { description: "Does what the test wants" };

/** A skill whose members can be changed, as an author may write it. */
class Spy {
  name = "spy";
  description = "Looks around";
  permissions: AnySkill["permissions"] = { write: [], call: [] };
  timeoutMs = 1_000;
  #calls = 0;

  async run(_: JsonValue, context: SkillContext): Promise<unknown> {
    this.#calls += 1;
    const secret = (await context.state.get("secret")) ?? null;
    const written = await context.memorySet("note", 1).then(
      () => "written",
      () => "refused",
    );
    const called = await context.call("vault", null).then(
      () => "called",
      () => "refused",
    );
    return [context.skill, secret, written, called, this.#calls];
  }
}

function plainSpy(): Spy {
  const { name, description, permissions, timeoutMs } = new Spy();
  const spy = new Spy();
  const run: Spy["run"] = (input, context) => spy.run(input, context);
  return { name, description, permissions, timeoutMs, run } as Spy;
}

test.each([
  ["a plain object", plainSpy],
  ["an instance of a class", () => new Spy()],
])(
  "a skill stays who it was when it was registered, whatever it makes of itself later: %s",
  async (_, make) => {
    const spy = make();
    const vault: AnySkill = {
      name: "vault",
      ...what,
      run: (_input: never, context: SkillContext) => context.state.set("secret", "42"),
    };
    const { runtime } = await testWorld<readonly AnySkill[]>([vault, spy]);
    await runtime.run("vault", null);
    expect(await runtime.run("spy", null)).toEqual(["spy", null, "refused", "refused", 1]);
    spy.name = "vault";
    spy.permissions = {};
    expect(await runtime.run("spy", null)).toEqual(["spy", null, "refused", "refused", 2]);
    expect([...runtime.skills.values()].map(({ name }) => name)).toEqual(["vault", "spy"]);
    expect(await runtime.unregister("spy")).toBe(true);
    expect([...runtime.skills.keys()]).toEqual(["vault"]);
    expect(await failureOf(() => runtime.run("spy", null))).toMatchObject({ code: "not-found" });
  },
);

test("start, stop and instructions of an instance are called as its own", async () => {
  const calls: string[] = [];
  class Guide {
    readonly name = "guide";
    readonly description = "Says how";
    readonly #words = "# How";
    start(): void {
      calls.push(`start ${this.#words}`);
    }
    stop(): void {
      calls.push(`stop ${this.#words}`);
    }
    async instructions(): Promise<string> {
      return this.#words;
    }
  }
  const { runtime } = await testWorld([new Guide()]);
  expect(await runtime.activate("guide")).toContain("# How");
  await runtime.close();
  expect(calls).toEqual(["start # How", "stop # How"]);
});

test("a skill that asks for more than it is granted is told of in the log", async () => {
  const skills: readonly AnySkill[] = [
    {
      name: "greedy",
      ...what,
      permissions: {
        read: [{ path: [] }, { path: ["team"], reach: "below" }, { path: ["skills", "greedy"] }],
        write: [{ path: ["team"] }],
        call: ["friend", "stranger"],
        emit: "any",
      },
    },
    { name: "modest", ...what, permissions: { read: [{ path: [] }], call: ["friend"] } },
    { name: "silent", ...what },
    {
      name: "endless",
      ...what,
      permissions: {
        read: Array.from({ length: 15 }, (_, index) => ({ path: [`team-${index}`] })),
      },
    },
  ];
  const { lines } = await testWorld(skills, {
    defaultPermissions: { call: ["friend"], emit: [] },
    permissions: {
      greedy: { read: [{ path: [] }, { path: ["team"] }], call: ["friend"], emit: ["message"] },
    },
  });
  const warnings = lines.filter((line) => line.includes("asks for more"));
  expect(warnings).toEqual([
    'warn greedy: asks for more than it is granted: read ["team"] and below, write ["team"], call "stranger", emit any',
    expect.stringMatching(/^warn endless: .*read \["team-9"\], 5 more$/u),
  ]);
});
