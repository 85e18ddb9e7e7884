import type { SkillContext } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";

import { attempt } from "./attempt.js";
import { Deadline } from "./deadline.js";
import { closedError, skillFailure } from "./failures.js";
import type { RuntimeSettings } from "./resolve-runtime-options.js";
import type { RegisteredSkill } from "./roster.js";
import { Work } from "./work.js";

type Limits = Pick<RuntimeSettings, "timeoutMs" | "graceMs" | "schedule" | "log">;

/**
 * Starts a skill within its time. @throws `skill-failed`, `skill-timed-out`, or the reason it was
 * aborted with.
 */
export async function startSkill(
  { skill, home }: RegisteredSkill,
  makeContext: () => SkillContext,
  limits: Limits,
): Promise<void> {
  if (!skill.start) return;
  const deadline = new Deadline(home, skill.name, limitsOf(skill, limits));
  const started = attempt(() => skill.start?.(makeContext())).then(
    () => ({ failure: undefined }),
    (thrown: unknown) => ({ failure: skillFailure(skill.name, thrown) }),
  );
  const ended = await Promise.race([started, deadline.over]);
  deadline.cancel();
  if (home.signal.aborted) throw home.signal.reason;
  if (ended?.failure) throw ended.failure;
}

/** Ends what a skill is doing, and stops it within its time. What fails thereby is logged. */
export async function stopSkill(
  entry: RegisteredSkill,
  reason: unknown,
  limits: Limits,
): Promise<void> {
  const { skill, calls, home, lifetime } = entry;
  calls.abort(reason);
  home.abort(reason);
  await Promise.all([calls.idle(), home.idle()]);
  if (skill.stop) await stopInTime(skill, limits);
  lifetime.end(closedError(`skill "${skill.name}" has stopped`));
}

async function stopInTime(skill: AnySkill, limits: Limits): Promise<void> {
  const { log } = limits;
  const deadline = new Deadline(new Work(), skill.name, { ...limitsOf(skill, limits), graceMs: 0 });
  const stopped = attempt(() => skill.stop?.()).then(
    () => true,
    (thrown: unknown) => {
      log.error(`${skill.name}: did not stop`, {
        reason: skillFailure(skill.name, thrown).message,
      });
      return true;
    },
  );
  const ended = await Promise.race([stopped, deadline.over]);
  deadline.cancel();
  if (!ended) log.error(`${skill.name}: did not stop within its time`);
}

function limitsOf({ timeoutMs }: AnySkill, limits: Limits): Limits {
  return timeoutMs === undefined ? limits : { ...limits, timeoutMs };
}
