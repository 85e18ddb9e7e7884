import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory } from "@kioku/core";
import type { TextModel } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { createMind } from "@kioku/mind";
import type { Mind, RunReport } from "@kioku/mind";
import { sqliteStore } from "@kioku/store-sqlite";

import { readMonth } from "./month.ts";

/** Results of a month. */
export interface Month extends AsyncDisposable {
  readonly mind: Mind;
  /** One for each talk, by its name. */
  readonly reports: ReadonlyMap<string, RunReport>;
  /** Texts of the reminders that surfaced, with their days. */
  readonly reminders: readonly { readonly day: string; readonly text: string }[];
}

/** Talks for a month, with a run after each talk, as a host that knows when a talk is over. */
export async function liveThroughMonth(model?: TextModel): Promise<Month> {
  const folder = await mkdtemp(join(tmpdir(), "kioku-"));
  let now = new Date(0);
  const clock = (): Date => now;
  const store = sqliteStore({ path: join(folder, "agent.db") });
  const memory = createMemory({ store, embedder: localEmbedder(), clock });
  const mind = createMind({ memory, model, clock, automatic: false });

  const reminders: { day: string; text: string }[] = [];
  mind.on("reminder", ({ reminder }) => {
    reminders.push({ day: now.toISOString().slice(0, 10), text: reminder.text });
  });

  const reports = new Map<string, RunReport>();
  for (const [name, turns] of await readMonth()) {
    const talk = mind.session(name);
    for (const { content, isUser, at } of turns) {
      now = at;
      // In an app, the text of this context goes into the prompt beside the words of the user.
      if (isUser) await talk.context(content);
      await talk.hear(
        isUser ? { content, speaker: "Mei", at } : { content, origin: "assistant", at },
      );
    }
    reports.set(name, await mind.consolidate());
  }

  return {
    mind,
    reports,
    reminders,
    async [Symbol.asyncDispose]() {
      await mind.close();
      await memory.close();
      await rm(folder, { recursive: true });
    },
  };
}
