import { createMemory, inMemoryStore, MemoryError } from "@kioku/core";
import type { Embedder, Memory, MemoryRoot, MemoryStore, SkillLog } from "@kioku/core";
import type { AnySkill, SkillPermissions } from "@kioku/core/toolkit";

import { createSkillRuntime } from "../runtime/create-skill-runtime.js";
import type { AnySkillRuntime } from "../runtime/skill-runtime.js";
import type { SkillSuiteOptions } from "./skill-options.js";

export interface SkillWorld {
  readonly runtime: AnySkillRuntime;
  readonly memory: MemoryRoot;
  /** Makes the memory of a new user, with the records that the skill needs. */
  readonly createUser: () => Promise<Memory>;
  /** Warnings of the runtime, such as that a call was abandoned. */
  readonly warnings: readonly string[];
  readonly store: StoreState;
  /** Makes all embeddings fail while `failing`. */
  readonly embedding: { failing: boolean };
  close(): Promise<void>;
}

interface StoreState {
  writes: number;
  /** Tells which writes fail, counted from 1. */
  refuses: (write: number) => boolean;
}

const STORE_FAILURE: MemoryError = new MemoryError("store-failed", "the disk is full");

const ignore = (): void => undefined;
const SILENT: SkillLog = { debug: ignore, info: ignore, warn: ignore, error: ignore };

export interface SkillWorldOptions {
  readonly granted?: SkillPermissions;
  /** True to leave the memory empty. @defaultValue `false` */
  readonly isEmpty?: boolean;
}

/** Starts a runtime with the skill on a memory of its own. */
export async function skillWorld(
  skill: AnySkill,
  options: SkillSuiteOptions,
  { granted = skill.permissions ?? {}, isEmpty = false }: SkillWorldOptions = {},
): Promise<SkillWorld> {
  const store: StoreState = { writes: 0, refuses: () => false };
  const embedding = { failing: false };
  const warnings: string[] = [];
  const { embedder, graceMs, schedule } = options;
  const memory = createMemory({
    store: refusingStore(store),
    ...(embedder && { embedder: failingEmbedder(embedder, embedding) }),
    ranking: { minScore: 0 },
    retryEmbedding: false,
  });
  let users = 0;
  const createUser = async (): Promise<Memory> => {
    users += 1;
    const user = memory.scope(`user-${users}`);
    if (!isEmpty) await options.prepare(user);
    return user;
  };
  const runtime = await createSkillRuntime({
    memory,
    skills: [skill],
    permissions: { [skill.name]: granted },
    graceMs,
    schedule,
    log: { ...SILENT, warn: (message) => void warnings.push(message) },
  }).catch(async (error: unknown) => {
    await memory.close();
    throw error;
  });
  const close = async (): Promise<void> => {
    await runtime.close();
    await memory.close();
  };
  return { runtime, memory, createUser, warnings, store, embedding, close };
}

function refusingStore(state: StoreState): MemoryStore {
  return intercepted(inMemoryStore(), (name) => {
    if (name !== "write") return;
    state.writes += 1;
    if (state.refuses(state.writes)) throw STORE_FAILURE;
  });
}

/** Wraps an embedder without its `close`, which is for its maker to call. */
function failingEmbedder(inner: Embedder, state: { readonly failing: boolean }): Embedder {
  const embedder = intercepted(inner, (name) => {
    if (name === "embed" && state.failing) throw new Error("the embedder is down");
  });
  return new Proxy(embedder, {
    get: (target, name): unknown => (name === "close" ? undefined : Reflect.get(target, name)),
  });
}

/** Calls `before` with the name of each method before it runs. */
function intercepted<T extends object>(inner: T, before: (name: string | symbol) => void): T {
  return new Proxy(inner, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return async (...args: readonly unknown[]) => {
        before(name);
        return Reflect.apply(member, target, args) as unknown;
      };
    },
  });
}
