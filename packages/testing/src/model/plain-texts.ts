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
