import {
  createMemory,
  inMemoryStore,
  type CallOptions,
  type Memory,
  type MemoryPlugin,
  type MemoryStore,
  type RememberInput,
  type TextAnswer,
  type TextModel,
  type TextRequest,
} from "@kioku/core";
import { VirtualTimers } from "@kioku/testing/support";

import {
  createKinds,
  createVault,
  type AbsorbReport,
  type ItemKind,
  type ManagerReport,
  type MemoryKind,
  type MemoryKinds,
} from "../../../src/kinds/index.js";

/** Beginning of virtual time, a Monday. */
export const START: Date = new Date("2026-03-02T09:00:00Z");

/** Operation of an answer; `turn` and `quote` are its only source. */
export interface Operation {
  readonly op: string;
  readonly turn?: string;
  readonly quote?: string;
  readonly [name: string]: unknown;
}

/** Answer that never comes. */
export const SILENCE: unique symbol = Symbol("silence");

/** Answer of a scripted model: operations, kinds, any text, an error, or none at all. */
type Scripted = readonly Operation[] | string | Error | typeof SILENCE;

/** Answers by manager; a list of answers is taken one after the other. */
export type Script = Partial<Record<MemoryKind, Scripted>> & {
  readonly meta?: readonly MemoryKind[] | string | Error;
};

/** Model that answers each manager by a script, which can be replaced. */
class ScriptedModel implements TextModel {
  readonly id = "test/managers";
  readonly requests: TextRequest[] = [];
  script: Script;

  constructor(script: Script) {
    this.script = script;
  }

  async generate(request: TextRequest, _options?: CallOptions): Promise<TextAnswer> {
    this.requests.push(request);
    const kind = partOf(request);
    if (kind === "meta") {
      const {
        meta = ["core", "episodic", "semantic", "procedural", "resource", "knowledge_vault"],
      } = this.script;
      if (meta instanceof Error) throw meta;
      return answer(typeof meta === "string" ? meta : { reason: "told", kinds: meta });
    }
    const given = this.script[kind] ?? [];
    if (given instanceof Error) throw given;
    if (given === SILENCE) return new Promise(() => undefined);
    return answer(typeof given === "string" ? given : { operations: given.map(complete) });
  }

  /** Returns the parts that were asked, in order of their names. */
  asked(): readonly string[] {
    return this.requests.map(partOf).toSorted();
  }
}

/** Returns the kind whose manager a request is for. */
function partOf({ system = "" }: TextRequest): MemoryKind | "meta" {
  if (system.startsWith("A memory has these parts")) return "meta";
  const [, part = ""] = /Your part is (?:the )?(\w+)/u.exec(system) ?? [];
  return part === "vault" ? "knowledge_vault" : (part as ItemKind);
}

function complete({ turn, quote, ...operation }: Operation): object {
  const sources = turn === undefined ? [] : [{ turn, quote }];
  return { reason: "it was told", sources, ...operation };
}

function answer(value: object | string): TextAnswer {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return { text, isComplete: true, inputTokens: 100, outputTokens: 20 };
}

/** A memory with kinds, and the model of their managers. */
export interface ManagerWorld {
  readonly memory: Memory;
  readonly kinds: MemoryKinds;
  readonly model: ScriptedModel;
  readonly timers: VirtualTimers;
}

/** Options of a world. */
export interface WorldOptions {
  readonly store?: MemoryStore;
  readonly memory?: Memory;
  readonly timers?: VirtualTimers;
  readonly plugins?: readonly MemoryPlugin[];
  readonly vault?: boolean;
  readonly blockLimit?: number;
}

/** Makes a world whose managers answer by a script. */
export function managerWorld(script: Script, options: WorldOptions = {}): ManagerWorld {
  const { store = inMemoryStore(), timers = new VirtualTimers(START), vault = true } = options;
  const { plugins = [], blockLimit } = options;
  const memory = options.memory ?? createMemory({ store, clock: timers.clock, plugins });
  const model = new ScriptedModel(script);
  const keys = { keys: { one: new Uint8Array(32).fill(7) }, current: "one" };
  const kinds = createKinds({
    memory,
    model,
    clock: timers.clock,
    blockLimit,
    vault: vault ? createVault(keys) : undefined,
  });
  return { memory, kinds, model, timers };
}

/** Remembers turns of a talk, a minute apart, and returns their ids. */
export async function say(
  { memory, timers }: Pick<ManagerWorld, "memory" | "timers">,
  texts: readonly string[],
  input: Partial<RememberInput> = {},
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const content of texts) {
    const fixed = { kind: "message", thread: "talk", origin: "user" } as const;
    const receipt = await memory.remember({ content, ...fixed, ...input });
    if (receipt.status !== "rejected") ids.push(receipt.record.id);
    timers.advance(60_000);
  }
  return ids;
}

/** Returns the report of one manager. */
export function reportOf(report: AbsorbReport, kind: MemoryKind): ManagerReport | undefined {
  return report.managers.find((one) => one.kind === kind);
}

/** Reads all that the kinds hold, without ids and keys, which are random. */
export async function held(memory: Memory): Promise<readonly string[]> {
  const records = [];
  let cursor: string | undefined;
  do {
    const page = await memory.list({ limit: 1000, cursor, includeRetired: true });
    records.push(...page.items);
    ({ cursor } = page);
  } while (cursor !== undefined);
  const texts = new Map(records.map(({ id, content }) => [id, content]));
  return records
    .filter(({ key }) => key?.startsWith("kinds/") === true)
    .filter(({ key }) => key?.startsWith("kinds/progress/") === false)
    .map(({ kind, content, value, validTo, trust, sources, occurredAt }) => {
      const { fields, text } = value as Readonly<Record<string, unknown>>;
      const from = sources.map((id) => texts.get(id));
      return JSON.stringify([kind, content, fields ?? text, validTo, trust, from, occurredAt]);
    })
    .toSorted();
}
