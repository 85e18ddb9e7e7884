import { crc32 } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Makes a chunk of a PNG. */
function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Makes a PNG of one pixel with texts by keyword. */
export function png(texts: readonly (readonly [keyword: string, text: string])[]): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const chunks = texts.map(([keyword, text]) => {
    return chunk("tEXt", Buffer.from(`${keyword}\0${text}`, "latin1"));
  });
  const end = chunk("IEND", Buffer.alloc(0));
  return Buffer.concat([SIGNATURE, chunk("IHDR", header), ...chunks, end]);
}

/** Writes a card as it stands in a PNG. */
export function encoded(card: unknown): string {
  return Buffer.from(JSON.stringify(card)).toString("base64");
}

/** Members of a card of version 2 or 3 that tests change. */
type Data = Readonly<Record<string, unknown>>;

const LIGHTHOUSE: Data = {
  name: "Ilse Brandt",
  description:
    "{{char}} keeps the lighthouse of Varnholm. She writes down every ship that passes. Her left hand was hurt in a storm.",
  personality: "Dry humour. She never hurries.",
  scenario: "{{user}} was washed ashore and warms up in {{char}}'s kitchen.",
  first_mes: "So you can swim after all, {{user}}.",
  mes_example: "<START>\n{{user}}: Are you lonely?\n{{char}}: I have ships.",
  creator_notes: "Best with fog.",
  system_prompt: "Write at most two paragraphs.",
  post_history_instructions: "Stay in character.",
  alternate_greetings: ["Tea or rum?", " "],
  tags: ["sea"],
  creator: "tests",
  character_version: "1",
  extensions: { depth: 4 },
  character_book: {
    entries: [
      { keys: ["Varnholm"], content: "Varnholm is an island with nine houses.", enabled: true },
      { keys: ["Tilda"], name: "Tilda", content: "Tilda is the goat of {{char}}.", enabled: true },
      { keys: ["war"], content: "Switched off.", enabled: false },
    ],
  },
};

/** Makes a card of version 2. */
export function cardV2(members: Data = {}): object {
  return { spec: "chara_card_v2", spec_version: "2.0", data: { ...LIGHTHOUSE, ...members } };
}

/** Makes a card of version 3. */
export function cardV3(members: Data = {}): object {
  return { spec: "chara_card_v3", spec_version: "3.0", data: { ...LIGHTHOUSE, ...members } };
}

/** A card of another character, in Chinese. */
export const CHINESE: object = cardV2({
  name: "林小雨",
  description: "{{char}}是一名古籍修复师，住在绍兴的老街上。她说话很轻，喜欢下雨天。",
  personality: "温柔，细心，有点固执。",
  scenario: "{{user}}带来了一本被虫蛀的家谱。",
  character_book: undefined,
});
