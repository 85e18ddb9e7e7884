import type { Embedder, Memory, MemoryRoot } from "@kioku/core";

import type { DemoOptions } from "./arguments.ts";
import { ask } from "./ask.ts";
import type { Question } from "./ask.ts";
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

type Answers = Pick<DemoReport, "questions" | "skills" | "prompts">;

/** The user's questions, or else samples from the user's own files, or else the tour that the demo brings along. */
export async function askAll(
  session: Session,
  { options, sources }: { readonly options: DemoOptions; readonly sources: readonly Source[] },
): Promise<Answers> {
  const own = options.paths.length > 0;
  if (!own && options.questions.length === 0) return tour(session);
  const asked = options.questions.map((question): Question => ({ question }));
  const samples = sampleQuestions(sources.flatMap((source) => source.documents));
  session.view.asking(asked.length > 0 ? "Asking" : "Asking for some of its own words");
  const place = own ? session.memory.scope("own") : session.memory;
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

async function tour(session: Session): Promise<Answers> {
  const { memory, view } = session;
  const { questions: asked, prompt } = await demoQuestions();
  view.asking("Asking, in two languages");
  const questions: QuestionReport[] = [];
  for (const { scope, ...question } of asked) {
    questions.push(await askOne(session, memory.scope(scope), question));
  }
  const skills = await runSkills(memory.scope("skills-demo"));
  view.skills(skills);
  const prompts = [await promptFor(session, memory.scope("conversation"), prompt)];
  return { questions, skills, prompts };
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
