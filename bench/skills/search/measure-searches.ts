import { createMemory, inMemoryStore } from "@kioku/core";
import type { Embedder } from "@kioku/core";
import { createSkillRuntime, loadSkills } from "@kioku/skills";
import type { AnySkill } from "@kioku/skills";

import { percentile } from "../../recall/metrics.ts";
import { UsageError } from "../../usage-error.ts";
import { languageOf } from "../quality/language-of.ts";
import { readRequests, type SkillRequest } from "./read-requests.ts";

/** Requests by the place of the right skill among those found. */
interface Places {
  readonly requests: number;
  readonly first: number;
  readonly inFive: number;
  /** Mean of 1 / place; 0 where it was not found. */
  readonly reciprocal: number;
}

/** Time of searches of many skills with the descriptions of the folder, in milliseconds. */
interface SearchTimes {
  readonly skills: number;
  /** The first search, which reads the texts and makes the vectors. */
  readonly firstMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** Figures of searches. */
export interface SearchReport extends Places {
  readonly embedder: string;
  readonly skills: number;
  /** By half and language of the requests, with an embedder and by words alone. */
  readonly groups: Readonly<Record<string, { readonly both: Places; readonly words: Places }>>;
  readonly times: readonly SearchTimes[];
  /** Requests whose skill was not first. */
  readonly misses: readonly (SkillRequest & { readonly found: string })[];
}

interface SearchSettings {
  readonly data: string;
  readonly folder: string;
  readonly embedder: Embedder;
}

interface Answer {
  readonly request: SkillRequest;
  readonly found: readonly string[];
}

interface Timed {
  readonly requests: readonly SkillRequest[];
  readonly skills: readonly AnySkill[];
  readonly embedder: Embedder;
}

const SIZES = [150, 1_000];
const SEARCHES = 200;
/** Longest description, as the standard has it. */
const LONGEST = 1_024;
const ALL = 1_000;

/** Searches the skills of a folder for every request, with an embedder and without. */
export async function measureSearches(
  { data, folder, embedder }: SearchSettings,
  onProgress: (what: string, done: number, total: number) => void,
): Promise<SearchReport> {
  const requests = await readRequests(data);
  const skills = await loadSkills([folder]);
  const names = new Set(skills.map(({ name }) => name));
  const unknown = requests.find(({ skill }) => !names.has(skill));
  if (unknown) throw new UsageError(`${folder} has no skill ${unknown.skill}`);
  const both = await ask(requests, skills, embedder);
  const words = await ask(requests, skills, undefined);
  const times: SearchTimes[] = [];
  for (const [done, count] of SIZES.entries()) {
    onProgress("speed", done, SIZES.length);
    times.push(await timeSearches(count, { requests, skills, embedder }));
  }
  const groups = [...new Set(both.map(groupOf))].map((group) => {
    const isOf = (answer: Answer): boolean => groupOf(answer) === group;
    const places = { both: placesOf(both.filter(isOf)), words: placesOf(words.filter(isOf)) };
    return [group, places] as const;
  });
  return {
    embedder: embedder.id,
    skills: skills.length,
    ...placesOf(both),
    groups: Object.fromEntries(groups),
    times,
    misses: both
      .filter(({ request, found }) => found[0] !== request.skill)
      .map(({ request, found }) => ({ ...request, found: found[0] ?? "nothing" })),
  };
}

function groupOf({ request: { half, text } }: Answer): string {
  return `${half} ${languageOf(text)}`;
}

async function ask(
  requests: readonly SkillRequest[],
  skills: readonly AnySkill[],
  embedder: Embedder | undefined,
): Promise<readonly Answer[]> {
  await using memory = createMemory({ store: inMemoryStore(), ...(embedder && { embedder }) });
  await using runtime = await createSkillRuntime({ memory, skills });
  const answers: Answer[] = [];
  for (const request of requests) {
    const hits = await runtime.searchSkills(request.text, { limit: ALL });
    answers.push({ request, found: hits.map(({ name }) => name) });
  }
  return answers;
}

function placesOf(answers: readonly Answer[]): Places {
  const places = answers.map(({ request, found }) => found.indexOf(request.skill));
  const sum = places.reduce((total, place) => total + (place < 0 ? 0 : 1 / (place + 1)), 0);
  return {
    requests: answers.length,
    first: places.filter((place) => place === 0).length,
    inFive: places.filter((place) => place >= 0 && place < 5).length,
    reciprocal: rounded(sum / answers.length),
  };
}

async function timeSearches(
  count: number,
  { requests, skills, embedder }: Timed,
): Promise<SearchTimes> {
  await using memory = createMemory({ store: inMemoryStore(), embedder });
  const copies = Array.from({ length: count }, (_, index) => copyOf(skills, index));
  await using runtime = await createSkillRuntime({ memory, skills: copies });
  const times: number[] = [];
  for (let search = 0; search < SEARCHES; search += 1) {
    const { text = "" } = requests[search % requests.length] ?? {};
    const started = performance.now();
    // No text is searched twice, since embedders may remember them.
    await runtime.searchSkills(`${text} ${search}`);
    times.push(performance.now() - started);
  }
  const [firstMs = 0, ...others] = times;
  return {
    skills: count,
    firstMs: rounded(firstMs),
    p50Ms: rounded(percentile(others, 0.5)),
    p95Ms: rounded(percentile(others, 0.95)),
  };
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** Returns one of many skills with the texts of a few, where a number makes descriptions differ. */
function copyOf(skills: readonly AnySkill[], index: number): AnySkill {
  const skill = skills[index % skills.length] ?? { name: "none", description: "" };
  const { name, description, instructions = "" } = skill;
  return {
    name: `${name}-${index}`,
    description: description.replaceAll(/[.。]/gu, (end) => ` ${index}${end}`).slice(0, LONGEST),
    instructions,
  };
}
