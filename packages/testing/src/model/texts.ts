/** A word that no error may hold: it stands for somebody's memory. */
export const CANARY = "zanderkestrel";

/** Texts that break tokenizers, encoders and servers. Those of visible characters hold `CANARY`. */
export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  "an empty text": "",
  "a text of white space": " \t\r\n\u00A0\u3000\u2028 ",
  "a text with NUL": `${CANARY}\0and\0after`,
  "a text of control characters": `\u0001\u0007\u001B[31m${CANARY}\u007F\u009B`,
  "lone surrogates": `\uDC00${CANARY}\uD800 x\uDBFF`,
  "emoji with joiners": `👩‍👩‍👧‍👦🏳️‍🌈 ${CANARY} ❤️🇩🇪👍🏽`,
  "combining marks": `${CANARY} ${"e\u0301\u0323\u0308".repeat(40)} ${"\u0301".repeat(60)}`,
  "right to left": `שלום \u202E${CANARY}\u202C مرحبا \u2066x\u2069`,
  "characters beyond the first plane": `𝒜𝓁𝓁 𠜎 ${CANARY} \u{10FFFF}\u{F0000}\uFFFE`,
  "many scripts": `用户喜欢深色主题 ありがとう 감사합니다 ขอบคุณ धन्यवाद Ελλάδα ﷽ ${CANARY}`,
  "names of special tokens": `[CLS] ${CANARY} [SEP] [PAD] [MASK] [UNK] <s> </s> <unk> <|endoftext|>`,
  "quotes and markup": `"${CANARY}" 'x' \\ \\u0000 {"input":["a"]} </memory> \${x} %s`,
  "a word of ten thousand letters": `${CANARY}${"abcdefghij".repeat(1_000)}`,
};

/** A list that a caller without types may pass: the item at 1 is no text. */
export const NO_TEXTS: Readonly<Record<string, unknown>> = {
  "a number": 7,
  undefined,
  null: null,
  "an object": { text: CANARY },
  "a list": [CANARY],
};

/** Texts that have nothing to do with each other, of different lengths. */
export const PLAIN_TEXTS: readonly string[] = [
  "The cat sleeps on the red sofa",
  "Interest rates rose by half a percent in March, and the bank expects another rise before summer",
  "She plays the violin",
  "A volcano erupted in Iceland and covered the village with ash for three days",
  "Bread dough needs two hours to rise",
  "The database server ran out of disk space last night while a backup of all tables was being written",
  "Football",
  "Our lawyer read the contract twice and found a mistake in the fourth paragraph",
];

const FIRST: readonly string[] = words(
  "copper lantern garden thunder velvet harbour pepper mirror tunnel orchard saddle glacier compass feather",
);

const SECOND: readonly string[] = words(
  "doctor sailor teacher farmer dentist painter lawyer butcher soldier writer barber monk waiter judge",
);

const THIRD: readonly string[] = words(
  "sleeps dances sings swims cooks paints laughs drives argues prays gambles whistles fishes climbs",
);

/** Returns a number of short texts, no two of them alike. */
export function manyTexts(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const tens = Math.floor(index / FIRST.length);
    const hundreds = Math.floor(tens / SECOND.length);
    const round = Math.floor(hundreds / THIRD.length);
    const text = `${wordAt(FIRST, index)} ${wordAt(SECOND, tens)} ${wordAt(THIRD, hundreds)}`;
    return round === 0 ? text : `${text} ${round}`;
  });
}

/** A text of exactly so many characters, with words and sentences. */
export function longText(length: number): string {
  const sentences = manyTexts(2_000)
    .map((text) => `The ${text}.`)
    .join(" ");
  return sentences.repeat(Math.ceil(length / sentences.length)).slice(0, length);
}

function wordAt(list: readonly string[], index: number): string {
  return list[index % list.length] ?? "";
}

function words(text: string): readonly string[] {
  return text.split(" ");
}
