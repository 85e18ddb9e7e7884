import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory } from "@kioku/core";
import type { MemoryRoot } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";

import { longestStretch } from "../longest-stretch.ts";
import type { Stretch } from "../longest-stretch.ts";
import { sampleTexts } from "../speed/sample-texts.ts";

/** The measured subjects; `forget` is the worst of forgetting, purging and sweeping. */
export const SUBJECTS = ["forget", "erase", "longText", "longQuery", "context"] as const;

/** The name of a measured subject. */
type Subject = (typeof SUBJECTS)[number];

/** Amount of work, rounds, and the progress callback. */
export interface LoopSettings {
  readonly records: number;
  readonly characters: number;
  readonly runs: number;
  readonly onProgress: (what: string, done: number, total: number) => void;
}

/** The longest stretch of the event loop for each subject, over all runs. */
export interface LoopReport {
  readonly worstMs: Readonly<Record<Subject, number>>;
  /** Processor time alone. */
  readonly worstCpuMs: Readonly<Record<Subject, number>>;
  readonly records: number;
  readonly characters: number;
  readonly runs: number;
}

const NOTES = 50;
/** Length of a note, as a part of that of the Chinese text. */
const NOTE_SHARE = 0.24;
const TTL_MS = 86_400_000;
/** Number of different characters in the Chinese text. */
const HAN = 5_000;

/** One piece of work on a memory whose file holds `records` records. */
interface Work {
  readonly subject: Subject;
  readonly clock?: number;
  readonly run: (memory: MemoryRoot, chinese: string) => Promise<unknown>;
}

const everything = { everything: true } as const;

const WORKS: readonly Work[] = [
  { subject: "forget", run: (memory) => memory.scope("many").forget(everything) },
  { subject: "forget", run: (memory) => memory.scope("many").forget(everything, { purge: true }) },
  { subject: "forget", clock: 2 * TTL_MS, run: (memory) => memory.sweep() },
  { subject: "erase", run: (memory) => memory.scope("many").erase(everything) },
  {
    subject: "longText",
    run: (memory, chinese) => memory.scope("one").remember(chinese),
  },
  {
    subject: "longQuery",
    run: (memory, chinese) => memory.scope("many").recall(chinese),
  },
  {
    subject: "context",
    run: (memory) => memory.scope("notes").context("tea at the museum"),
  },
];

/** Fills a file once and does each piece of work on copies of it. */
export async function measureLoop(settings: LoopSettings): Promise<LoopReport> {
  const folder = await mkdtemp(join(tmpdir(), "kioku-loop-"));
  try {
    const filled = join(folder, "filled.db");
    await fill(filled, settings);
    const worst = new Map<Subject, Stretch>();
    const chinese = han(settings.characters);
    const total = WORKS.length * settings.runs;
    for (let done = 0; done < total; done += 1) {
      settings.onProgress("run", done, total);
      const work = WORKS[done % WORKS.length];
      if (!work) continue;
      const file = join(folder, `${done}.db`);
      await copyFile(filled, file);
      const { ms, cpuMs } = await measureOne(file, work, chinese);
      const before = worst.get(work.subject) ?? { ms: 0, cpuMs: 0 };
      worst.set(work.subject, {
        ms: Math.max(before.ms, ms),
        cpuMs: Math.max(before.cpuMs, cpuMs),
      });
      await rm(file);
    }
    const { records, characters, runs } = settings;
    return {
      worstMs: ofSubjects((subject) => worst.get(subject)?.ms),
      worstCpuMs: ofSubjects((subject) => worst.get(subject)?.cpuMs),
      records,
      characters,
      runs,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function ofSubjects(read: (subject: Subject) => number | undefined): Record<Subject, number> {
  const entries = SUBJECTS.map((subject) => [subject, Math.round((read(subject) ?? 0) * 10) / 10]);
  return Object.fromEntries(entries) as Record<Subject, number>;
}

async function measureOne(file: string, work: Work, chinese: string): Promise<Stretch> {
  const memory = open(file, work.clock ?? 0);
  try {
    // The model is loaded and statements are prepared before.
    await memory.scope("other").remember("I drink tea");
    await memory.scope("other").recall("tea");
    return await longestStretch(() => work.run(memory, chinese));
  } finally {
    await memory.close();
  }
}

function open(file: string, later: number): MemoryRoot {
  const store = sqliteStore({ path: file });
  const clock = (): Date => new Date(Date.now() + later);
  return createMemory({ store, embedder: localEmbedder(), clock });
}

async function fill(
  file: string,
  { records, characters, onProgress }: LoopSettings,
): Promise<void> {
  const memory = open(file, 0);
  const inputs = sampleTexts(records).map((content) => ({ content, ttlMs: TTL_MS }));
  for (let start = 0; start < records; start += 1_000) {
    onProgress("fill", start, records);
    await memory.scope("many").rememberAll(inputs.slice(start, start + 1_000));
  }
  const length = characters * NOTE_SHARE;
  for (const text of sampleTexts(NOTES)) {
    const content = `We had tea at the museum. ${text} `;
    await memory.scope("notes").remember(content.repeat(Math.ceil(length / content.length)));
  }
  await memory.close();
}

/** Chinese characters in an order without a short period. */
function han(length: number): string {
  let state = 1;
  const characters = Array.from({ length }, () => {
    state = (state * 16_807) % 2_147_483_647;
    return String.fromCodePoint(0x4e_00 + (state % HAN));
  });
  return characters.join("");
}
