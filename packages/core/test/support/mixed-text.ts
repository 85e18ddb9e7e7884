const WORDS =
  "the running meetings relational hopeful y by flies organization caresses isn't Ann's we’ll ÉCOLE naïve Straße İstanbul ΑΒΓΔ ёлка ＡＢＣ１２３ ﬁne user_id ann@example.com 2026-05-08 a.b:c/d x--y 3.14 ".split(
    " ",
  );
const UNSPACED =
  "用 户 喜 欢 绿 茶 。 が か パ ー ｶﾞ 한 글 ข ้ า ลาว ខ្មែរ မြန်မာ ㊗ 🈁 々 〆 𠮷 豈".split(" ");
const SIGNS = [
  "🍵",
  "👩‍👩‍👧",
  "🇩🇪",
  "1️⃣",
  "©",
  "e\u0301",
  "\u0301",
  "\ud800",
  "\udc00",
  "\u200b",
  "\ufeff",
  "\u00a0",
  "\u2028",
  "\u3000",
  "\t",
  "\n",
  "  ",
  " ",
  "'",
  "’",
  ".",
  "-",
  "+",
  "/",
  "@",
  "_",
  "#",
  "\0",
];

/**
 * A text of English, of scripts without spaces, of accents, signs, broken Unicode and odd spaces,
 * or of a few of them.
 */
export function mixedText(random: () => number): string {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? "";
  const alphabets = [WORDS, UNSPACED, SIGNS].filter(() => random() < 0.7);
  const apart = random() < 0.6 ? " " : "";
  const pieces = Array.from({ length: Math.floor(random() * 14) }, () => {
    const letters = (random() * 26 ** 4).toString(36).slice(0, 8);
    return random() < 0.1 ? letters : pick(oneOf(alphabets, random));
  });
  return pieces.join(apart);
}

function oneOf(lists: readonly (readonly string[])[], random: () => number): readonly string[] {
  return lists[Math.floor(random() * lists.length)] ?? WORDS;
}
