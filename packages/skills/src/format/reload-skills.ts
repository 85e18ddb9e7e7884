import { lstat } from "node:fs/promises";
import { resolve } from "node:path";

import { MemoryError, type Skill } from "@kioku/core";
import { checkFunction, checkMethods, notify, type AnySkill } from "@kioku/core/toolkit";

import type { AnySkillRuntime } from "../runtime/skill-runtime.js";
import { sourceOf } from "./directory-files.js";
import { quoted } from "./fault-report.js";
import { loadDirectories, type LoadSkillsOptions, type SkillWarning } from "./load-skills.js";
import { isInside } from "./read-inside.js";

/** Names of the skills that `reloadSkills` registered and unregistered. */
export interface ReloadedSkills {
  /** New skills. */
  readonly added: readonly string[];
  /** Skills whose `SKILL.md` is another one, or another place's, than before. */
  readonly changed: readonly string[];
  /** Skills whose `SKILL.md` is gone. */
  readonly removed: readonly string[];
}

/** Most times that the directories are read; again as long as there were changes. */
const MAX_ROUNDS = 5;

/** A registered skill that differs from the one on disk, or is one of them only. */
interface Difference {
  readonly name: string;
  readonly old?: AnySkill | undefined;
  readonly loaded?: Skill | undefined;
}

interface Reloading {
  readonly roots: readonly string[];
  readonly warn: (warning: SkillWarning) => void;
}

/**
 * Reads the skills of directories again, as `loadSkills` does, and brings a runtime up to date:
 * registers the new ones, replaces those that changed and unregisters those that are gone. A
 * `SKILL.md` that cannot be used now is reported, and the skill stays as it was. Skills of other
 * origin, and those that were given code, stay as they are. Calls at the same time are safe.
 * @throws as `loadSkills`; `closed` if the runtime is closed.
 */
export async function reloadSkills(
  runtime: AnySkillRuntime,
  directories: string | readonly string[],
  options: LoadSkillsOptions = {},
): Promise<ReloadedSkills> {
  checkMethods(runtime, "runtime", ["register", "unregister"]);
  if (options.onWarning !== undefined) checkFunction(options.onWarning, "options.onWarning");
  const list = typeof directories === "string" ? [directories] : directories;
  const warned = new Set<string>();
  const onWarning = (warning: SkillWarning): void => {
    const key = JSON.stringify(warning);
    if (!warned.has(key)) notify(() => options.onWarning?.(warning));
    warned.add(key);
  };
  const done = { added: new Set<string>(), changed: new Set<string>(), removed: new Set<string>() };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const loaded = await loadDirectories(list, { ...options, onWarning });
    const reloading = { roots: list.map((path) => resolve(path)), warn: onWarning };
    const differences = await findDifferences(runtime.skills, loaded, reloading);
    // Another call or an edit may have come between; then the next round finds a difference.
    for (const difference of differences) await settle(runtime, difference, done);
    if (differences.length === 0) break;
  }
  return { added: [...done.added], changed: [...done.changed], removed: [...done.removed] };
}

async function findDifferences(
  registered: ReadonlyMap<string, AnySkill>,
  { skills, broken }: Awaited<ReturnType<typeof loadDirectories>>,
  { roots, warn }: Reloading,
): Promise<readonly Difference[]> {
  const onDisk = new Map(skills.map((skill) => [skill.name, skill]));
  const found: Difference[] = [];
  for (const [name, old] of registered) {
    const { location } = old;
    const loaded = onDisk.get(name);
    const isTheirs = location !== undefined && roots.some((root) => isInside(root, location));
    if (!isTheirs || hasCode(old)) {
      if (loaded && !isSame(old, loaded)) {
        warn(warningOf(loaded, `the name ${quoted(name)} is that of a skill of other origin`));
      }
    } else if (broken.has(location)) {
      warn(warningOf(old, `the skill ${quoted(name)} stays as it was`));
    } else if (loaded ? !isSame(old, loaded) : await isGone(location, skills)) {
      found.push({ name, old, loaded });
    }
  }
  for (const [name, loaded] of onDisk) if (!registered.has(name)) found.push({ name, loaded });
  return found;
}

function warningOf({ location = "" }: AnySkill, message: string): SkillWarning {
  return { path: location, message };
}

function hasCode({ run, on, start, stop }: AnySkill): boolean {
  return [run, on, start, stop].some((member) => member !== undefined);
}

function isSame(old: AnySkill, loaded: AnySkill): boolean {
  return old.location === loaded.location && sourceOf(old.files) === sourceOf(loaded.files);
}

/** Returns true if there is no such file any more, or one of another name. */
async function isGone(location: string, skills: readonly Skill[]): Promise<boolean> {
  if (skills.some((skill) => skill.location === location)) return true;
  return lstat(location).then(
    () => false,
    (error: NodeJS.ErrnoException) => /^(?:ENOENT|ENOTDIR)$/u.test(error.code ?? ""),
  );
}

async function settle(
  runtime: AnySkillRuntime,
  { name, old, loaded }: Difference,
  done: Readonly<Record<keyof ReloadedSkills, Set<string>>>,
): Promise<void> {
  // Another call may have replaced it meanwhile.
  if (runtime.skills.get(name) !== old) return;
  if (old) await runtime.unregister(name);
  if (!loaded) {
    done.removed.add(name);
    return;
  }
  try {
    await runtime.register(loaded);
    done[old && !done.added.has(name) ? "changed" : "added"].add(name);
  } catch (error) {
    if (!MemoryError.is(error, "conflict")) throw error;
  }
}
