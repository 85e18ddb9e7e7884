import { basename, join } from "node:path";

import { MemoryError, type CallOptions, type Skill } from "@kioku/core";
import {
  checkBoolean,
  checkFunction,
  checkMembers,
  checkTexts,
  hashText,
  notify,
  unlessAborted,
} from "@kioku/core/toolkit";

import { directoryFiles } from "./directory-files.js";
import { faultReport, quoted, type FaultReport } from "./fault-report.js";
import { findSkills, type FoundSkill } from "./find-skills.js";
import { splitFrontmatter } from "./frontmatter.js";
import { MAX_SKILL_FILE, parseSkill } from "./parse-skill.js";
import { readInside } from "./read-inside.js";

/** A fault of skills on disk that was tolerated. */
export interface SkillWarning {
  /** Path of the SKILL.md or the directory. */
  readonly path: string;
  /** The fault, and how it was handled. */
  readonly message: string;
}

/** Options of `loadSkills`. */
export interface LoadSkillsOptions extends CallOptions {
  /**
   * True to refuse what the standard and its validator refuse, and directories that do not exist.
   * @defaultValue `false`: they are reported
   */
  readonly strict?: boolean | undefined;
  /** Called for each fault that was tolerated; also later, when files of a skill are listed. */
  readonly onWarning?: ((warning: SkillWarning) => void) | undefined;
}

interface Loading {
  readonly strict: boolean;
  readonly warn: (path: string, message: string) => void;
  readonly signal: AbortSignal | undefined;
}

/** Skills of directories, and what could not be loaded. */
interface LoadedSkills {
  readonly skills: readonly Skill[];
  /** Paths of each SKILL.md that cannot be used. */
  readonly broken: ReadonlySet<string>;
}

/**
 * Reads the skills in directories by the Agent Skills standard: each `<directory>/<name>/SKILL.md`,
 * up to four levels deep, and the directory's own SKILL.md. Of equal names the first one counts:
 * name the project's directory before the user's.
 *
 * Name, description and triggers are read now; the body and the files are read on demand, as they
 * are then. No code runs. But instructions steer a model: load those of a repository only if you
 * trust it.
 *
 * Skills that cannot be used and links that lead out of the directories are skipped and reported to
 * `onWarning`. Hidden directories, `node_modules`, and all beyond 2,000 directories are not read.
 * @throws `invalid-input` for wrong arguments; if strict, `not-found` for a missing directory,
 *   `invalid-input` for the first skill with a fault, and `skill-failed` for what cannot be read.
 *   An abort rejects with the signal's reason.
 * @see https://agentskills.io/specification
 */
export async function loadSkills(
  directories: string | readonly string[],
  options: LoadSkillsOptions = {},
): Promise<readonly Skill[]> {
  return (await loadDirectories(directories, options)).skills;
}

/** Reads the skills in directories as `loadSkills`, which documents it. */
export async function loadDirectories(
  directories: string | readonly string[],
  options: LoadSkillsOptions,
): Promise<LoadedSkills> {
  checkMembers(options, "options", ["strict", "onWarning", "signal"]);
  const { strict = false, onWarning, signal } = options;
  checkBoolean(strict, "options.strict");
  if (onWarning !== undefined) checkFunction(onWarning, "options.onWarning");
  const list = typeof directories === "string" ? [directories] : directories;
  const paths = checkTexts(list, "directories", 4_096);
  signal?.throwIfAborted();
  const warn: Loading["warn"] = (path, message) => notify(() => onWarning?.({ path, message }));
  return unlessAborted(loadAll(paths, { strict, warn, signal }), signal);
}

async function loadAll(paths: readonly string[], loading: Loading): Promise<LoadedSkills> {
  const skills = new Map<string, Skill>();
  const pathsByName = new Map<string, string>();
  const broken = new Set<string>();
  const { strict, signal, warn } = loading;
  for await (const found of findSkills(paths, { strict, signal, report: warn })) {
    const path = join(found.path, found.file);
    const skill = await loadSkill(found, path, loading);
    if (!skill) {
      broken.add(path);
      continue;
    }
    const earlier = pathsByName.get(skill.name);
    if (earlier === undefined) {
      skills.set(skill.name, skill);
      pathsByName.set(skill.name, path);
    } else {
      warn(path, `the name ${quoted(skill.name)} is that of ${earlier}, which counts`);
    }
  }
  return { skills: [...skills.values()], broken };
}

/** Loads one skill. Returns undefined, or throws if strict, if it cannot be used. */
async function loadSkill(
  found: FoundSkill,
  path: string,
  { strict, warn, signal }: Loading,
): Promise<Skill | undefined> {
  const onWarning = (message: string): void => warn(path, message);
  try {
    const report = faultReport(strict, onWarning);
    if (!["SKILL.md", "skill.md"].includes(found.file)) report("it must be called SKILL.md");
    const source = await readSource(found, report, signal);
    const skill = parseSkill(source, { directoryName: basename(found.path), strict, onWarning });
    const { root, file } = found;
    return {
      ...skill,
      location: path,
      instructions: () => readBody(found),
      files: directoryFiles({
        root,
        file,
        source: hashText(source),
        report: (message) => warn(found.path, message),
      }),
    };
  } catch (error) {
    signal?.throwIfAborted();
    if (!MemoryError.is(error)) throw error;
    if (!strict) {
      warn(path, `${error.message}; it is not loaded`);
      return undefined;
    }
    throw new MemoryError(error.code, `${path}: ${error.message}`, { cause: error });
  }
}

const ignore: FaultReport = () => undefined;

async function readBody(found: FoundSkill): Promise<string> {
  return splitFrontmatter(await readSource(found, ignore, undefined), ignore).body;
}

async function readSource(
  { root, file }: FoundSkill,
  report: FaultReport,
  signal: AbortSignal | undefined,
): Promise<string> {
  const options = { root, name: file, maxBytes: MAX_SKILL_FILE, signal };
  const bytes = await readInside(join(root, file), options);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    report("it is not all UTF-8; the rest is replaced");
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }
}
