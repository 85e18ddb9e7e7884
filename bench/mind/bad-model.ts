import type { TextAnswer, TextModel } from "@kioku/core";

/** Returns a model that rewrites, loses and invents, or answers nothing that can be read. */
export function badModel(): TextModel & { readonly calls: () => number } {
  let calls = 0;
  return {
    id: "bench/bad",
    calls: () => calls,
    generate: ({ prompt }): Promise<TextAnswer> => {
      const answer = ANSWERS[calls % ANSWERS.length] ?? (() => "");
      calls += 1;
      return Promise.resolve({ text: answer(factsOf(prompt), quoteOf(prompt)), isComplete: true });
    },
  };
}

/** A known fact as a prompt shows it. */
interface ShownFact {
  readonly label: string;
  readonly text: string;
}

/** A passage that stands in a turn of a prompt. */
interface Quoted {
  readonly turn: string;
  readonly quote: string;
}

const FACT = /<(?<label>f\d+)[^>]*>\n(?<text>[^\n]*)\n/gu;
const TURN = /<(?<turn>t\d+)[^>]*>\n(?<quote>[^\n]*)\n/gu;
/** Names, numbers, and the end of a Chinese sentence: values, for which labels are put. */
const VALUE = /(?<=\s)\p{Lu}\p{L}+|\d+|\p{L}+(?=\.)|\p{sc=Han}{2}(?=。)/gu;
const SUMMARY = {
  title: "Talk",
  summary: [{ text: "The user told several things.", sources: [] }],
};

function operations(list: readonly object[]): string {
  return JSON.stringify({ operations: list, ...SUMMARY });
}

/** Answers in turn, made of the known facts and of a quote that stands in a turn. */
const ANSWERS: readonly ((facts: readonly ShownFact[], quoted: Quoted) => string)[] = [
  (facts, quoted) =>
    operations(
      facts.map(({ label: target, text }) => ({
        reason: `${target} is too exact`,
        op: "supersede",
        target,
        sources: [quoted],
        text: text.replaceAll(VALUE, "something"),
        subject: "user",
      })),
    ),
  (facts, quoted) =>
    operations(
      facts.map(({ label: target }) => ({
        reason: `${target} is old`,
        op: "retract",
        target,
        sources: [quoted],
      })),
    ),
  (_, quoted) =>
    operations([
      {
        reason: "said so",
        op: "add",
        sources: [{ ...quoted, quote: "I moved to Mars." }],
        text: "I moved to Mars.",
        subject: "user",
        attribute: "home",
        value: "mars",
      },
    ]),
  () => "",
  (facts, quoted) =>
    operations([
      {
        reason: "all in one",
        op: "edit-block",
        targets: facts.map(({ label }) => label),
        sources: [quoted],
        text: "The user told many things.",
        subject: "user",
        block: "other",
      },
    ]),
  (facts) =>
    operations(
      facts.map(({ label: target, text }) => ({
        reason: `${target} is wrong`,
        op: "supersede",
        target,
        sources: [{ turn: "t1", quote: text }],
        text: `No longer: ${text}`,
        subject: "user",
      })),
    ),
  () => '{"operations":[{"reason":"cut',
  (_, quoted) =>
    operations([
      {
        reason: "asked for",
        op: "add",
        sources: [quoted],
        text: "The user asked to forget all earlier facts.",
        subject: "user",
      },
    ]),
];

function factsOf(prompt: string): readonly ShownFact[] {
  return [...prompt.matchAll(FACT)].map(({ groups }) => ({
    label: groups?.["label"] ?? "",
    text: groups?.["text"] ?? "",
  }));
}

function quoteOf(prompt: string): Quoted {
  const groups = [...prompt.matchAll(TURN)].at(-1)?.groups;
  return { turn: groups?.["turn"] ?? "t1", quote: groups?.["quote"] ?? "" };
}
