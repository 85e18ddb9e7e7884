import { expect, test } from "vitest";

import { locomoGroups } from "../sets/locomo.ts";
import { madialGroups } from "../sets/madial.ts";
import { realmemGroup } from "../sets/realmem.ts";
import { xquadGroups } from "../sets/xquad.ts";

test("a turn of LoCoMo keeps its session, its speaker and its day, and evidence is read as written", () => {
  const conversation = {
    sample_id: "c",
    qa: [
      { question: "Where?", category: 4, evidence: ["D1:1; D:1:2", "D9:9"] },
      { question: "Nowhere?", category: 5, evidence: [] },
    ],
    conversation: {
      speaker_a: "Ann",
      session_1_date_time: "1:56 pm on 8 May, 2023",
      session_1: [
        { speaker: "Ann", dia_id: "D1:1", text: "In Kyoto" },
        { speaker: "Bo", dia_id: "D1:2", text: "Look", blip_caption: "a gate" },
      ],
    },
  };
  const six = Array.from({ length: 6 }, (_, place) => ({
    ...conversation,
    sample_id: `c${place}`,
  }));
  expect(locomoGroups(six, "dev").map(({ id }) => id)).toEqual(["c0", "c1", "c2", "c3", "c4"]);
  const at = "2023-05-08T13:56:00Z";
  expect(locomoGroups(six, "held-out")).toEqual([
    {
      id: "c5",
      records: [
        { id: "D1:1", thread: "session_1", speaker: "Ann", at, text: "In Kyoto" },
        { id: "D1:2", thread: "session_1", speaker: "Bo", at, text: "Look", caption: "a gate" },
      ],
      queries: [{ id: "q0", text: "Where?", category: "single-hop", relevant: ["D1:1", "D1:2"] }],
    },
  ]);
});

test("the halves of XQuAD are all of its questions, asked of all passages", () => {
  const file = {
    data: [
      {
        paragraphs: [
          { context: "one", qas: ["a", "b", "c"].map((id) => ({ id, question: `${id}?` })) },
          { context: "two", qas: [{ id: "d", question: "d?" }] },
        ],
      },
    ],
  };
  const files = { questions: file, passages: file };
  const asked = (["dev", "held-out"] as const).map((half) =>
    xquadGroups(files, half).map(({ records, queries }) => [
      records.length,
      queries.map(({ id, relevant }) => `${id} ${relevant.join()}`),
    ]),
  );
  expect(asked).toEqual([[[2, ["a c0", "c c0"]]], [[2, ["b c0", "d c1"]]]]);
});

test("a dialogue of MADial is asked up to the turn that recalls, of the events of its user", () => {
  const event = { time: "2023-12-25", scene: "play", emotion: "glad", event: "danced" };
  const events = [1, 2].map((user) => ({
    [`${user}`]: { ...event, "user-id": user, id: `${user}` },
  }));
  const dialogue = ["<BOD>\n", '<Bo>:"Hi"\n', '<Assistant>:"Oh"\n', '<Assistant>:"You danced"\n'];
  const dialogues = [0, 1].map((id) => ({
    id,
    dialogue,
    "test-turn": [3],
    "relevant-id": [1, 2],
    "user-id": 1,
  }));
  const [first, second] = madialGroups({ events, dialogues }, "held-out");
  expect(first?.queries).toEqual([
    { id: "1", text: '"Hi"\n"Oh"', category: "associative", relevant: ["1"] },
  ]);
  expect(second).toMatchObject({ id: "user-2", queries: [], records: [{ text: "danced" }] });
});

const point = (session_uuid: string, content: unknown) => ({ session_uuid, content });

test("a turn of RealMem knows what earlier sessions left, and names points of their own session first", () => {
  const turn = { is_query: true, query_id: "Q", content: "And now?", category_name: "kind" };
  const group = realmemGroup({
    _metadata: { person_name: "Ann" },
    dialogues: [
      {
        session_uuid: "s1",
        current_time: "2025-12-19 (Friday)",
        dialogue_turns: [],
        extracted_memory: [point("s1", "【Plan】 walk"), point("s1", { days: 2 })],
      },
      {
        session_uuid: "s2",
        current_time: "2025-12-20 (Saturday)",
        dialogue_turns: [turn, { ...turn, is_query: false, memory_used: [point("s1", "walk")] }],
        extracted_memory: [point("s2", "walk")],
      },
    ],
  });
  expect(group.records.map(({ text }) => text)).toEqual(["【Plan】 walk", '{"days":2}', "walk"]);
  expect(group.queries).toEqual([
    { id: "Q", text: "And now?", category: "kind", relevant: ["m0"], known: 2 },
  ]);
});
