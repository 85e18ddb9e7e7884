import { readFile } from "node:fs/promises";

import type { Question } from "./ask.ts";
import type { Document } from "./documents/document.ts";

/** A question of the demo, about the documentation or about the conversation. */
export interface DemoQuestion extends Question {
  readonly scope: "docs" | "conversation";
  readonly languages: string;
  readonly answer: readonly string[];
}

/** The questions of `questions.json`, which also holds the one that the prompt is made for. */
export async function demoQuestions(): Promise<{
  readonly questions: readonly DemoQuestion[];
  readonly prompt: string;
}> {
  const text = await readFile(new URL("questions.json", import.meta.url), "utf8");
  return JSON.parse(text) as Awaited<ReturnType<typeof demoQuestions>>;
}

/**
 * Up to three questions out of the user's own files, for a run that asks nothing: headings, or how
 * a text begins.
 */
export function sampleQuestions(documents: readonly Document[]): readonly Question[] {
  const inputs = documents.flatMap((document) => document.inputs);
  const places = [0.1, 0.5, 0.9].map((share) => Math.floor(share * inputs.length));
  return [...new Set(places)].flatMap((place) => {
    const input = inputs[place];
    if (!input) return [];
    const heading = input.metadata?.["heading"];
    const words = typeof heading === "string" ? heading : input.content;
    return { question: words.replaceAll(/\s+/gu, " ").slice(0, 80).toWellFormed() };
  });
}
