import type { Embedder, Memory, MemoryRoot } from "@kioku/core";

import { allPages } from "./all-pages.ts";
import type { DemoOptions } from "./arguments.ts";
import { ask } from "./ask.ts";
import type { Question } from "./ask.ts";
import { makePortrait } from "./make-portrait.ts";
import { makePrompt } from "./make-prompt.ts";
import { demoQuestions, sampleQuestions } from "./questions.ts";
import type { DemoReport, PromptReport, QuestionReport } from "./report.ts";
import { runSkills } from "./skills.ts";
import type { Source } from "./sources.ts";
import type { View } from "./view.ts";

/** Who is asked, and who watches. */
export interface Session {
  readonly memory: MemoryRoot;
  readonly embedder: Embedder;
  readonly signal: AbortSignal;
  readonly view: View;
}

/**
 * Scopes that a question without paths is asked of, in this order. They stay apart: a page about a
 * cat knows nothing of yours.
 */
const PLACES: readonly { readonly scope: string; readonly title: string }[] = [
  { scope: "own", title: "Asking your own files" },
  { scope: "conversation", title: "Asking the conversation" },
  { scope: "docs", title: "Asking the pages of this repository" },
];

type Answers = Pick<DemoReport, "questions" | "portrait" | "skills" | "prompts">;

/**
 * The user's questions, or else samples from the user's own files, or else the tour that the demo
 * brings along.
 */
export async function askAll(
  session: Session,
  { options, sources }: { readonly options: DemoOptions; readonly sources: readonly Source[] },
): Promise<Answers> {
  const own = options.paths.length > 0;
  const asked = options.questions.map((question): Question => ({ question }));
  if (!own) return asked.length === 0 ? tour(session) : askEachPlace(session, asked);
  const samples = sampleQuestions(sources.flatMap((source) => source.documents));
  session.view.asking(asked.length > 0 ? "Asking" : "Asking for some of its own words");
  const place = session.memory.scope("own");
  const questions: QuestionReport[] = [];
  for (const question of asked.length > 0 ? asked : samples) {
    questions.push(await askOne(session, place, question));
  }
  const prompts: PromptReport[] = [];
  for (const { question } of asked.length > 0 ? asked : samples.slice(0, 1)) {
    prompts.push(await promptFor(session, place, question));
  }
  return { questions, prompts };
}

/**
 * Asks every scope that holds something, under a heading of its own. The prompt is made of the
 * first.
 */
async function askEachPlace(session: Session, asked: readonly Question[]): Promise<Answers> {
  const { memory, view } = session;
  const scopes = await allPages((page) => memory.scopes(page));
  const known = new Set(scopes.map((scope) => scope.join("/")));
  const places = PLACES.filter(({ scope }) => known.has(scope)).map(({ scope, title }) => ({
    place: memory.scope(scope),
    title,
  }));
  // A database that another program made.
  if (places.length === 0) places.push({ place: memory, title: "Asking" });
  const questions: QuestionReport[] = [];
  for (const { place, title } of places) {
    view.asking(title);
    for (const question of asked) questions.push(await askOne(session, place, question));
  }
  const [first] = places;
  const prompts: PromptReport[] = [];
  for (const { question } of asked) {
    prompts.push(await promptFor(session, first?.place ?? memory, question));
  }
  return { questions, prompts };
}

async function tour(session: Session): Promise<Answers> {
  const { memory, view, signal } = session;
  const { questions: asked, prompt } = await demoQuestions();
  view.asking("Asking, in two languages");
  const questions: QuestionReport[] = [];
  for (const { scope, ...question } of asked) {
    questions.push(await askOne(session, memory.scope(scope), question));
  }
  const conversation = memory.scope("conversation");
  const portrait = await makePortrait(conversation, signal);
  view.portrait(portrait);
  const skills = await runSkills(memory.scope("skills-demo"));
  view.skills(skills);
  const prompts = [await promptFor(session, conversation, prompt)];
  return { questions, portrait, skills, prompts };
}

async function askOne(
  session: Session,
  memory: Memory,
  question: Question,
): Promise<QuestionReport> {
  const report = await ask({ ...session, memory }, question);
  session.view.answered(report);
  return report;
}

async function promptFor(
  { view, signal }: Session,
  memory: Memory,
  question: string,
): Promise<PromptReport> {
  const report = await makePrompt(memory, question, signal);
  view.prompt(report);
  return report;
}
