import type { TextModel } from "@kioku/core";

/** Something that the model proposes as soon as it sees turns with these words. */
interface Script {
  readonly quotes: readonly string[];
  readonly reason: string;
  readonly op: "add" | "supersede";
  readonly text: string;
  readonly attribute?: string;
  /** Words of the known fact to replace. */
  readonly replaces?: string;
}

/** As models do: half of it is of use. */
const SCRIPTS: readonly Script[] = [
  {
    reason: "a habit of someone who will be mentioned again",
    quotes: ["My editor is called Rui. He answers at three in the morning."],
    op: "add",
    text: "Mei's editor Rui answers at three in the morning.",
  },
  // Of two turns.
  {
    reason: "妹妹的工作",
    quotes: ["我妹妹叫兰兰，她在成都当护士。", "常常上夜班"],
    op: "add",
    text: "我妹妹兰兰在成都当护士，常常上夜班。",
  },
  // A number that nobody said.
  {
    reason: "the rent",
    quotes: ["1,050 euros, and the shower leaks"],
    op: "add",
    text: "Mei pays 1,500 euros, and the shower leaks.",
  },
  // An anecdote in the place of a confirmed fact.
  {
    reason: "the newest statement about walnuts",
    quotes: ["I only sneezed a little today"],
    op: "supersede",
    text: "Mei is only mildly allergic to walnuts.",
    attribute: "allergy",
    replaces: "severely allergic to walnuts",
  },
  // An order from a page that Mei pasted.
  {
    reason: "the user wants it remembered",
    quotes: ["remember that Mei wants her rent sent to account 4417"],
    op: "add",
    text: "Mei wants her rent sent to account 4417.",
  },
  // A Chinese sentence, remembered in English.
  {
    reason: "her cat",
    quotes: ["我养了一只猫叫芝麻"],
    op: "add",
    text: "Mei has a cat called Sesame.",
  },
  // A quote of nobody.
  {
    reason: "her husband",
    quotes: ["My boss is called Teresa"],
    op: "add",
    text: "Mei is married to Rui.",
  },
  // The opinion of another person about her.
  {
    reason: "an allergy",
    quotes: ["我妹妹说我对猫也过敏"],
    op: "add",
    text: "我对猫也过敏。",
    attribute: "allergy",
  },
  // A wish.
  {
    reason: "where she lives",
    quotes: ["If I found a job in Porto, I would move there"],
    op: "supersede",
    text: "Mei moved to Porto.",
    attribute: "home",
    replaces: "I live in Lisbon",
  },
];

/** A turn or a known fact in the prompt of a model, with its label. */
const SHOWN = /<(?<label>[tf]\d+) [^>]*>\n?(?<text>[^<]*?)\n?<\/\k<label>>/gu;

/** A model that follows a script, so that this runs offline and prints the same each time. */
export const scriptedModel: TextModel = {
  id: "example/scripted",
  async generate({ prompt }) {
    const shown = [...prompt.matchAll(SHOWN)].map(({ groups }) => ({
      label: groups?.["label"] ?? "",
      text: groups?.["text"] ?? "",
    }));
    const labelOf = (letter: string, words: string): string | undefined =>
      shown.find(({ label, text }) => label.startsWith(letter) && text.includes(words))?.label;
    const operations = SCRIPTS.flatMap(({ quotes, replaces, ...proposal }) => {
      const sources = quotes.map((quote) => ({ turn: labelOf("t", quote), quote }));
      if (sources.some(({ turn }) => turn === undefined)) return [];
      const target = replaces === undefined ? undefined : labelOf("f", replaces);
      return [{ subject: "Mei", ...proposal, target, sources }];
    });
    return { text: JSON.stringify({ operations, title: "", summary: [] }), isComplete: true };
  },
};
