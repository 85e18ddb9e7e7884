import { expect, test } from "vitest";

import { call, setUp, skill, woken, wordEmbedder } from "./matcher-setup.js";

const COLOURS = ["red", "green", "blue", "black", "white", "brown", "pink", "grey", "gold", "cyan"];
const ANIMALS = [
  "zebra",
  "walrus",
  "otter",
  "lynx",
  "heron",
  "newt",
  "ibex",
  "mole",
  "toad",
  "wasp",
];
const TOOLS = ["kite", "sail", "drum"];

const NAMES = COLOURS.flatMap((colour) =>
  ANIMALS.flatMap((animal) => TOOLS.map((tool) => [colour, animal, tool] as const)),
);

test("of hundreds of skills the one that is meant wakes, also after others were removed and added", async () => {
  const { matcher } = setUp();
  const skills = NAMES.map((words) =>
    skill(
      words.join("-"),
      { when: [words.join(" "), `${words.join(" ")} please`] },
      words.join(" "),
    ),
  );
  await matcher.add(skills);
  expect(woken(await matcher.match("gold lynx sail", call()))[0]).toBe("gold-lynx-sail");
  for (const { name } of skills.slice(0, 200)) matcher.remove(name);
  expect(woken(await matcher.match("red zebra kite", call()))).not.toContain("red-zebra-kite");
  await matcher.add(skills.slice(0, 50));
  expect(woken(await matcher.match("red zebra kite", call()))[0]).toBe("red-zebra-kite");
  expect(woken(await matcher.match("gold lynx sail", call()))[0]).toBe("gold-lynx-sail");
});

test("what others say decides nothing about how a removed skill is forgotten", async () => {
  const before = setUp();
  await before.matcher.add([skill("a", { when: "remind me of my refund" })]);
  const expected = await before.matcher.match("remind me of my refund", call());
  const after = setUp();
  await after.matcher.add([
    skill("b", { when: ["refund order", "refund the kettle"] }),
    skill("a", { when: "remind me of my refund" }),
  ]);
  after.matcher.remove("b");
  expect(await after.matcher.match("remind me of my refund", call())).toEqual(expected);
});

test("many examples are embedded in few calls", async () => {
  const words = wordEmbedder();
  let calls = 0;
  const { matcher } = setUp({
    embedder: {
      ...words,
      maxBatchSize: 1_000,
      embed: (texts, options) => {
        calls += 1;
        return words.embed(texts, options);
      },
    },
  });
  await matcher.add(NAMES.map((name) => skill(name.join("-"), { when: name.join(" ") })));
  expect(calls).toBe(2);
});

test("of hundreds of skills only those that subscribe to the event are candidates, however near the others are", async () => {
  const { matcher } = setUp();
  const other = NAMES.slice(0, 100).map((words) =>
    skill(
      words.join("-"),
      { when: "gold lynx sail mending", events: ["memory.remembered"] },
      "gold lynx sail mending",
    ),
  );
  await matcher.add([...other, skill("hears", { when: "gold lynx sail" })]);
  expect(woken(await matcher.match("gold lynx sail mending", call()))).toEqual(["hears"]);
});
