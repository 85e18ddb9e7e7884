import { AsyncLocalStorage } from "node:async_hooks";

import type { CallOptions, Memory, SkillEvent } from "@kioku/core";

import { SKILLS_SCOPE } from "../access/grants.js";
import { WriteQuotas } from "../access/write-quotas.js";
import { SkillSearch } from "../search/skill-search.js";
import { ConceptReader } from "../trigger/concept-reader.js";
import { createTriggerMatcher } from "../trigger/create-trigger-matcher.js";
import type { TriggerMatcher } from "../trigger/trigger-matcher.js";
import { WordLists } from "../trigger/word-lists.js";
import { createContext, type SkillAccess } from "./create-context.js";
import { Dispatcher } from "./dispatcher.js";
import { MemoryKeys } from "./memory-keys.js";
import { MemoryListener } from "./memory-listener.js";
import { Registrar } from "./registrar.js";
import type { RuntimeSettings } from "./resolve-runtime-options.js";
import { RootTasks } from "./root-tasks.js";
import { SkillRegistry, type RegisteredSkill } from "./skill-registry.js";

export interface RuntimeParts {
  readonly settings: RuntimeSettings;
  readonly registry: SkillRegistry;
  /** Finds the skills that a text wakes. */
  readonly matcher: TriggerMatcher;
  /** Finds the skills for a task. */
  readonly search: SkillSearch;
  readonly memoryKeys: MemoryKeys;
  readonly rootTasks: RootTasks;
  readonly dispatcher: Dispatcher;
  /** Makes events of changes of the memory. */
  readonly listener: MemoryListener;
  readonly registrar: Registrar;
}

export function composeRuntime(settings: RuntimeSettings): RuntimeParts {
  const { memory, embedder, triggers, clock, schedule, timeoutMs, log } = settings;
  const notes = memory.scope(SKILLS_SCOPE);
  const causePaths = new AsyncLocalStorage<readonly string[]>();
  const registry = new SkillRegistry();
  const rootTasks = new RootTasks(settings);
  const memoryKeys = new MemoryKeys();
  const finding = {
    embedder,
    cache: notes,
    reader: new ConceptReader(new WordLists()),
    clock,
    log,
  };
  const matcher = createTriggerMatcher({ ...finding, limits: triggers });
  const search = new SkillSearch({
    ...finding,
    schedule,
    timeoutMs,
    closing: rootTasks.task.signal,
  });
  const quotas = new WriteQuotas({ clock });
  const accessOf = ({ skill, permissions }: RegisteredSkill, shared: Memory): SkillAccess => {
    const counted = {
      skill: skill.name,
      memoryKey: memoryKeys.of(shared),
      quotas: permissions.flatMap(({ quota }) => quota ?? []),
    };
    return { permissions, countWrites: (records) => quotas.count(counted, records) };
  };
  const dispatcher = new Dispatcher({
    settings,
    registry,
    matcher,
    memoryKeys,
    causePaths,
    accessOf,
  });
  const listener = new MemoryListener({
    settings,
    notes,
    causePaths,
    deliver: (event, options) => deliver({ rootTasks, dispatcher }, event, options),
  });
  const registrar = new Registrar({
    settings,
    registry,
    matcher,
    listener,
    task: rootTasks.task,
    homeContext: (entry) => {
      const { skill, home: task, lifetime } = entry;
      // The context lasts until the skill stops, and each of its events is a new root.
      return createContext(settings, dispatcher, {
        skill: skill.name,
        causal: rootTasks.newContext({ memory, task }),
        ...accessOf(entry, memory),
        causePaths,
        lifetime,
        signal: task.signal,
        below: () => rootTasks.newContext({ memory, task, causePath: [skill.name] }),
      });
    },
  });
  return {
    settings,
    registry,
    matcher,
    search,
    memoryKeys,
    rootTasks,
    dispatcher,
    listener,
    registrar,
  };
}

/** Brings an event of the memory to the skills. */
async function deliver(
  { rootTasks, dispatcher }: Pick<RuntimeParts, "rootTasks" | "dispatcher">,
  event: SkillEvent,
  { memory, signal }: CallOptions & { readonly memory: Memory },
): Promise<void> {
  const root = { memory, signal, causePath: event.trail, patient: true };
  await rootTasks.run(root, (causal) => dispatcher.dispatch(event, causal));
  // An event that the end of the runtime aborted is delivered again at the next start.
  rootTasks.task.signal.throwIfAborted();
}
