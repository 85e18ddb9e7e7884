import type { SetGroup } from "../recall/recall-set.ts";
import { isOfHalf } from "./half.ts";
import type { Half } from "./half.ts";

interface Paragraph {
  readonly context: string;
  readonly qas: readonly { readonly id: string; readonly question: string }[];
}

interface Articles {
  readonly data: readonly { readonly paragraphs: readonly Paragraph[] }[];
}

/** Files of XQuAD: one with the questions, and one with the passages. */
export interface XquadFiles {
  readonly questions: unknown;
  readonly passages: unknown;
}

/** Returns the one group of XQuAD: all passages, and every second question. */
export function xquadGroups({ questions, passages }: XquadFiles, half: Half): SetGroup[] {
  const asked = paragraphsOf(questions).flatMap(({ qas }, paragraph) =>
    qas.map(({ id, question }) => ({
      id,
      text: question,
      category: "passage",
      relevant: [`c${paragraph}`],
    })),
  );
  const records = paragraphsOf(passages).map(({ context: text }, place) => ({
    id: `c${place}`,
    text,
  }));
  return [{ id: "xquad", records, queries: asked.filter((_, place) => isOfHalf(place, half)) }];
}

function paragraphsOf(file: unknown): Paragraph[] {
  return (file as Articles).data.flatMap(({ paragraphs }) => paragraphs);
}
