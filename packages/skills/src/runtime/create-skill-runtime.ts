import { MemoryError } from "@kioku/core";
import type { CallOptions, DispatchReport, SkillEventMap, SkillEventName } from "@kioku/core";
import { checkText, type AnySkill, type SkillMatch } from "@kioku/core/toolkit";

import { skillContent } from "../catalog/catalog.js";
import { skillAsset, skillFileText } from "../catalog/skill-asset.js";
import { MAX_NAME_LENGTH } from "../limits.js";
import { composeRuntime, type RuntimeParts } from "./compose-runtime.js";
import { withinTime } from "./deadline.js";
import { closedError } from "./failures.js";
import { checkOptions, matchText, searchSkills, writeCatalog } from "./queries.js";
import { resolveRuntimeOptions, type RuntimeSettings } from "./resolve-runtime-options.js";
import type { SkillRuntimeOptions } from "./runtime-options.js";
import type {
  CatalogOptions,
  EmitOptions,
  MatchOptions,
  SkillAsset,
  SkillCallOptions,
  SkillHit,
  SkillSearchCall,
  SkillRuntime,
} from "./skill-runtime.js";
import { SkillStream } from "./skill-stream.js";

/**
 * Makes a runtime of skills and starts the skills that it is given, in order, all or none.
 * @throws `invalid-input` for an option or a skill that cannot work; `conflict` for two skills of
 *   one name; `skill-failed` if one does not start.
 */
export async function createSkillRuntime<const S extends readonly AnySkill[] = readonly AnySkill[]>(
  options: SkillRuntimeOptions<S>,
): Promise<SkillRuntime<S>> {
  const settings = resolveRuntimeOptions(options);
  const runtime = new LiveRuntime(settings);
  try {
    await runtime.register(...settings.skills);
  } catch (error) {
    await runtime.close();
    throw error;
  }
  return runtime as unknown as SkillRuntime<S>;
}

/** Checks the arguments and hands each call to the part that does it. */
class LiveRuntime implements Omit<SkillRuntime, "run"> {
  readonly #parts: RuntimeParts;
  #closing: Promise<void> | undefined;

  constructor(settings: RuntimeSettings) {
    this.#parts = composeRuntime(settings);
  }

  get skills(): ReadonlyMap<string, AnySkill> {
    return this.#parts.registry.skills;
  }

  async register(...skills: readonly AnySkill[]): Promise<void> {
    this.#requireOpen();
    await this.#parts.registrar.register(skills);
  }

  async unregister(name: string): Promise<boolean> {
    this.#requireOpen();
    return this.#parts.registrar.unregister(name);
  }

  async run(name: string, input: unknown, options: SkillCallOptions = {}): Promise<unknown> {
    this.#requireOpen();
    checkOptions(options, ["memory"]);
    const { rootTasks, dispatcher } = this.#parts;
    return rootTasks.run(options, (causal) => dispatcher.call(name, input, causal));
  }

  stream(name: string, input: unknown, options: SkillCallOptions = {}): AsyncIterable<unknown> {
    checkOptions(options, ["memory"]);
    return new SkillStream(async (take, signal) => {
      this.#requireOpen();
      const { rootTasks, dispatcher } = this.#parts;
      return rootTasks.run({ ...options, signal }, (causal) =>
        dispatcher.stream({ name, input, take }, causal),
      );
    }, options.signal);
  }

  async emit<N extends SkillEventName>(
    name: N,
    data: SkillEventMap[N],
    options: EmitOptions = {},
  ): Promise<DispatchReport> {
    this.#requireOpen();
    checkOptions(options, ["memory", "choose"]);
    const { rootTasks, dispatcher } = this.#parts;
    const { choose } = options;
    if (choose !== undefined) checkText(choose, "options.choose", MAX_NAME_LENGTH);
    return rootTasks.run(options, (causal) => dispatcher.emit(name, data, { ...causal, choose }));
  }

  async match(text: string, options: MatchOptions = {}): Promise<readonly SkillMatch[]> {
    this.#requireOpen();
    return matchText(this.#parts, text, options);
  }

  async searchSkills(query: string, options: SkillSearchCall = {}): Promise<readonly SkillHit[]> {
    this.#requireOpen();
    return searchSkills(this.#parts, query, options);
  }

  async catalog(options: CatalogOptions = {}): Promise<string> {
    this.#requireOpen();
    return writeCatalog(this.#parts, options);
  }

  async activate(name: string, options: CallOptions = {}): Promise<string> {
    return this.#read(name, options, skillContent);
  }

  async readFile(name: string, path: string, options: CallOptions = {}): Promise<string> {
    return this.#read(name, options, (skill, call) => skillFileText(skill, path, call));
  }

  async readAsset(name: string, path: string, options: CallOptions = {}): Promise<SkillAsset> {
    return this.#read(name, options, (skill, call) => skillAsset(skill, path, call));
  }

  async settled(options: CallOptions = {}): Promise<void> {
    this.#requireOpen();
    checkOptions(options);
    await this.#parts.listener.settled(options);
  }

  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(): Promise<void> {
    const { rootTasks, registrar } = this.#parts;
    const reason = runtimeClosed();
    rootTasks.task.abort(reason);
    await Promise.all([rootTasks.task.idle(), registrar.close(reason)]);
  }

  /** Returns a skill by name; a model may write it in another letter case. */
  #skill(name: string): AnySkill {
    const skill = this.skills.get(name) ?? this.skills.get(name.normalize("NFKC").toLowerCase());
    if (skill) return skill;
    throw new MemoryError("not-found", `skill ${JSON.stringify(name)} not found`);
  }

  /** Reads a text of the author of a skill, who may be slow or never answer. */
  async #read<T>(
    name: string,
    options: CallOptions,
    read: (skill: AnySkill, options: CallOptions) => Promise<T>,
  ): Promise<T> {
    this.#requireOpen();
    checkOptions(options);
    const skill = this.#skill(name);
    const late = (time: string): MemoryError =>
      new MemoryError("skill-timed-out", `skill "${name}" could not be read ${time}`, {
        retryable: true,
      });
    const { rootTasks, settings } = this.#parts;
    return rootTasks.run(options, ({ task }) =>
      withinTime(task, { ...settings, late }, (signal) => read(skill, { signal })),
    );
  }

  #requireOpen(): void {
    if (this.#closing) throw runtimeClosed();
  }
}

function runtimeClosed(): MemoryError {
  return closedError("skill runtime is closed");
}
