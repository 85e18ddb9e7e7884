import { createMemory, inMemoryStore, MemoryError } from "@kioku/core";
import type { Embedder, Memory, MemoryRoot, MemoryStore, SkillLog } from "@kioku/core";
import type { AnySkill, SkillPermissions } from "@kioku/core/toolkit";

import { createSkillRuntime } from "../runtime/create-skill-runtime.js";
import type { AnySkillRuntime } from "../runtime/skill-runtime.js";
import type { SkillSuiteOptions } from "./skill-options.js";

/** A runtime with the skill, and its memory. */
export interface SkillWorld {
  readonly runtime: AnySkillRuntime;
  readonly memory: MemoryRoot;
  /** The memory of a new user, with what the skill needs to find. Calls are made there. */
  readonly createUser: () => Promise<Memory>;
  /** What the runtime warned of, such as that a call was abandoned. */
  readonly warnings: readonly string[];
  readonly store: StoreState;
  /** While `failing`, it embeds nothing. */
  readonly embedding: { failing: boolean };
  close(): Promise<void>;
}

/** What the store does with writes. */
interface StoreState {
  /** How many writes it has been asked for. */
  writes: number;
  /** Which writes it refuses, counted from 1. */
  refuses: (write: number) => boolean;
}

/** What the store rejects with where it refuses. */
const STORE_FAILURE: MemoryError = new MemoryError("store-failed", "the disk is full");

const ignore = (): void => undefined;
const SILENT: SkillLog = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** What else a world may be told. */
export interface SkillWorldOptions {
  /** What the host grants the skill. @defaultValue all that it asks for */
  readonly granted?: SkillPermissions;
  /** Leaves the memory empty. @defaultValue `false` */
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
  const inner = inMemoryStore();
  return new Proxy(inner, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return async (...args: readonly unknown[]) => {
        if (name === "write") {
          state.writes += 1;
          if (state.refuses(state.writes)) throw STORE_FAILURE;
        }
        return Reflect.apply(member, target, args) as unknown;
      };
    },
  });
}

/** The embedder without its `close`, which is whoever's who made it. */
function failingEmbedder(inner: Embedder, state: { readonly failing: boolean }): Embedder {
  return new Proxy(inner, {
    get(target, name) {
      if (name === "close") return undefined;
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return async (...args: readonly unknown[]) => {
        if (name === "embed" && state.failing) throw new Error("the embedder is down");
        return Reflect.apply(member, target, args) as unknown;
      };
    },
  });
}
