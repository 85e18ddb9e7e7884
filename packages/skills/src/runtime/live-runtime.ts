import type { CallOptions, DispatchReport, SkillEventMap, SkillEventName } from "@kioku/core";
import { MemoryError } from "@kioku/core";
import type { AnySkill, SkillMatch } from "@kioku/core/toolkit";

import { skillContent, skillFileText } from "../catalog/catalog.js";
import { catalogOf } from "./catalog-of.js";
import { checkOptions } from "./check-options.js";
import { matchText } from "./match-text.js";
import type { RuntimeSettings } from "./resolve-runtime-options.js";
import type {
  CatalogOptions,
  MatchOptions,
  SkillCallOptions,
  SkillRuntime,
} from "./skill-runtime.js";
import { Wiring } from "./wiring.js";
import { withinTime } from "./within-time.js";

/**
 * The runtime behind `createSkillRuntime`: checks the arguments and hands each call to what does
 * it.
 */
export class LiveRuntime implements Omit<SkillRuntime, "run"> {
  readonly #wiring: Wiring;
  #closing: Promise<void> | undefined;

  constructor(settings: RuntimeSettings) {
    this.#wiring = new Wiring(settings);
  }

  get skills(): ReadonlyMap<string, AnySkill> {
    return this.#wiring.roster.skills;
  }

  async register(...skills: readonly AnySkill[]): Promise<void> {
    this.#requireOpen();
    await this.#wiring.registrar.register(skills);
  }

  async unregister(name: string): Promise<boolean> {
    this.#requireOpen();
    return this.#wiring.registrar.unregister(name);
  }

  async run(name: string, input: unknown, options: SkillCallOptions = {}): Promise<unknown> {
    this.#requireOpen();
    checkOptions(options, ["memory"]);
    const { roots, dispatcher } = this.#wiring;
    return roots.run(options, (chain) => dispatcher.call(name, input, chain));
  }

  async emit<N extends SkillEventName>(
    name: N,
    data: SkillEventMap[N],
    options: SkillCallOptions = {},
  ): Promise<DispatchReport> {
    this.#requireOpen();
    checkOptions(options, ["memory"]);
    const { roots, dispatcher } = this.#wiring;
    return roots.run(options, (chain) => dispatcher.emit(name, data, chain));
  }

  async match(text: string, options: MatchOptions = {}): Promise<readonly SkillMatch[]> {
    this.#requireOpen();
    return matchText(this.#wiring, text, options);
  }

  async catalog(options: CatalogOptions = {}): Promise<string> {
    this.#requireOpen();
    return catalogOf(this.#wiring, options);
  }

  async activate(name: string, options: CallOptions = {}): Promise<string> {
    this.#requireOpen();
    checkOptions(options);
    const skill = this.#skill(name);
    return this.#read(name, options, (signal) => skillContent(skill, { signal }));
  }

  async readFile(name: string, path: string, options: CallOptions = {}): Promise<string> {
    this.#requireOpen();
    checkOptions(options);
    const { files } = this.#skill(name);
    return this.#read(name, options, (signal) => skillFileText(files, path, { signal }));
  }

  async settled(options: CallOptions = {}): Promise<void> {
    this.#requireOpen();
    checkOptions(options);
    await this.#wiring.listener.settled(options);
  }

  async close(): Promise<void> {
    this.#closing ??= this.#wiring.close();
    await this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #skill(name: string): AnySkill {
    const skill = this.skills.get(name);
    if (skill) return skill;
    throw new MemoryError("not-found", `there is no skill ${JSON.stringify(name)}`);
  }

  /** Reads what a skill's author keeps, who may take long or never answer. */
  async #read(
    name: string,
    options: CallOptions,
    read: (signal: AbortSignal) => Promise<string>,
  ): Promise<string> {
    const late = (time: string): MemoryError =>
      new MemoryError("skill-timed-out", `skill "${name}" could not be read ${time}`, {
        retryable: true,
      });
    const { roots, settings } = this.#wiring;
    return roots.run(options, ({ work }) => withinTime(work, { ...settings, late }, read));
  }

  #requireOpen(): void {
    if (this.#closing) throw new MemoryError("closed", "the runtime of skills is closed");
  }
}
