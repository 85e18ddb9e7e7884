import { choose, type Language, language } from "../frame/settings.js";
import { signal } from "../frame/signal.js";
import { fill } from "./fill.js";

/** Texts by name, also in groups. */
interface Texts {
  readonly [name: string]: string | readonly string[] | Texts;
}

/** The same texts in another language. */
type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends readonly string[]
      ? readonly string[]
      : Translated<T[K]>;
};

/** Words as a page uses them: a text with places, such as `{0}`, is a function of its values. */
type Words<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? T[K] extends `${string}{${string}`
      ? (...values: readonly (string | number)[]) => string
      : string
    : T[K] extends readonly string[]
      ? readonly string[]
      : Words<T[K]>;
};

/** Words of a file in both languages; a build puts the name of the file here in their place. */
interface Both<T> {
  readonly en: T;
  readonly zh: Translated<T>;
}

/** Texts of the languages that were loaded, by the names of files. */
const loaded = signal<Readonly<Partial<Record<Language, Readonly<Record<string, Texts>>>>>>({});

/**
 * Makes the function that returns the words of a page in the language that is chosen.
 * `{0|one word|# words}` chooses by a number, which `#` stands for.
 */
export function defineWords<const T extends Texts>(both: Both<T>): () => Words<T> {
  const made: { [L in Language]?: Words<T> } = {};
  return () => {
    const chosen = language.value;
    return (made[chosen] ??= toWords(textsOf(both, chosen), chosen) as Words<T>);
  };
}

/**
 * Shows the page in a language, whose texts are loaded first if a build has put them into a file of
 * their own. @throws an error if they cannot be
 */
export async function chooseLanguage(chosen: Language): Promise<void> {
  if (import.meta.env.MODE !== "playground" && loaded.value[chosen] === undefined) {
    const response = await fetch(`${chosen}.json`);
    const texts = (await response.json()) as Readonly<Record<string, Texts>>;
    loaded.value = { ...loaded.value, [chosen]: texts };
  }
  choose({ language: chosen });
}

function textsOf(both: Both<Texts> | string, chosen: Language): Texts {
  return typeof both === "string" ? (loaded.value[chosen]?.[both] ?? {}) : both[chosen];
}

function toWords(texts: Texts, chosen: Language): object {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, toWord(text, chosen)] as const),
  );
}

function toWord(text: Texts[string], chosen: Language): unknown {
  if (typeof text !== "string") return Array.isArray(text) ? text : toWords(text as Texts, chosen);
  if (!text.includes("{")) return text;
  return (...values: readonly (string | number)[]) => fill(text, values, chosen);
}
