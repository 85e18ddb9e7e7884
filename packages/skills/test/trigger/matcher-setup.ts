import { createMemory, inMemoryStore } from "@kioku/core";
import type { Embedder, Memory, MemoryRoot, SkillLog, SkillTrigger } from "@kioku/core";
import type { AnySkill, SkillMatch } from "@kioku/core/toolkit";

import { ConceptReader } from "../../src/trigger/concept-reader.js";
import { createTriggerMatcher } from "../../src/trigger/create-trigger-matcher.js";
import type {
  MatchCall,
  TriggerMatcher,
  TriggerMatcherOptions,
} from "../../src/trigger/trigger-matcher.js";
import { WordLists } from "../../src/trigger/word-lists.js";

/** A log that keeps its warnings. */
function keptLog(): SkillLog & { readonly warnings: string[] } {
  const warnings: string[] = [];
  return {
    warnings,
    debug: () => undefined,
    info: () => undefined,
    warn: (message) => void warnings.push(message),
    error: () => undefined,
  };
}

/**
 * Words to dimensions: texts are near each other by the words that they share. Counts what it is
 * asked for.
 */
export function wordEmbedder(id = "test/words@1"): Embedder & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    id,
    asked,
    dimensions: 512,
    embed: (texts) => {
      asked.push(...texts);
      return Promise.resolve({ vectors: texts.map((text) => wordVector(text)) });
    },
  };
}

function wordVector(text: string): Float32Array {
  const vector = new Float32Array(512);
  // Whatever a text says, it has a little in common with every other.
  vector[0] = 0.2;
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let hash = 7;
    for (const character of word) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 511;
    vector[hash + 1] = (vector[hash + 1] ?? 0) + 1;
  }
  return vector;
}

const LIMITS: TriggerMatcherOptions["limits"] = {
  threshold: 0.5,
  hysteresis: 0.05,
  awakeMs: 60_000,
  cooldownMs: 0,
  maxMatches: 3,
};

/** Options of a test. */
export interface SetupOptions {
  readonly embedder?: Embedder | undefined;
  readonly root?: MemoryRoot | undefined;
  readonly cache?: Memory | undefined;
  readonly limits?: Partial<TriggerMatcherOptions["limits"]>;
}

/** A matcher on a real store, with a clock that the test moves. */
export interface Setup {
  readonly matcher: TriggerMatcher;
  readonly root: MemoryRoot;
  readonly log: ReturnType<typeof keptLog>;
  readonly time: { ms: number };
}

export function setUp(options: SetupOptions = {}): Setup {
  const { root = createMemory({ store: inMemoryStore() }), limits = {} } = options;
  const time = { ms: Date.parse("2026-05-01T10:00:00Z") };
  const log = keptLog();
  const matcher = createTriggerMatcher({
    embedder: "embedder" in options ? options.embedder : wordEmbedder(),
    cache: options.cache ?? root.scope("skills"),
    limits: { ...LIMITS, ...limits },
    reader: new ConceptReader(new WordLists()),
    clock: () => new Date(time.ms),
    log,
  });
  return { matcher, root, log, time };
}

/** A skill that wakes by meaning. */
export function skill(
  name: string,
  trigger: SkillTrigger | readonly SkillTrigger[],
  description = `The skill called ${name}`,
): AnySkill {
  return { name, description, triggers: Array.isArray(trigger) ? trigger : [trigger] };
}

/** A call that wants to know everything. */
export function call(given: Partial<MatchCall> = {}): MatchCall {
  return { event: "message", memoryKey: "user", limit: 100, explain: true, ...given };
}

/** The names of what wakes, in order. */
export function woken(matches: readonly SkillMatch[]): readonly string[] {
  return matches.filter(({ wakes }) => wakes).map((match) => match.skill);
}
