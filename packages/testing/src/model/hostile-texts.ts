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
