import { MemoryError, type SkillContext, type SkillEvent, type SkillTrigger } from "@kioku/core";
import { issuePaths, validateBySchema, type AnySkill, type SkillMatch } from "@kioku/core/toolkit";

import { Refused } from "./failures.js";

type Body = (context: SkillContext) => Promise<unknown>;

/** Returns a body that checks the input, runs the skill and checks the output. */
export function runBody(skill: AnySkill, input: unknown): Body {
  return async (context) => {
    const checked = await checkedInput(skill, input);
    context.signal.throwIfAborted();
    const output = await skill.run?.(checked as never, context);
    return checkedOutput(skill, output);
  };
}

/** Returns the same body for the input that the trigger makes of the event. */
export function triggeredBody(skill: AnySkill, event: SkillEvent, match: SkillMatch): Body {
  return async (context) => {
    const trigger = triggerOf(skill, event, match);
    const input: unknown = trigger?.input ? await trigger.input(event, match) : event.data;
    return runBody(skill, input)(context);
  };
}

/** Returns the first trigger that has the example and subscribes to the event. */
function triggerOf(
  { triggers = [] }: AnySkill,
  event: SkillEvent,
  match: SkillMatch,
): SkillTrigger | undefined {
  return triggers.find(({ when, events = ["message"] }) => {
    const examples = typeof when === "string" ? [when] : when;
    return events.includes(event.name) && examples.includes(match.trigger);
  });
}

async function checkedInput({ name, input: schema }: AnySkill, input: unknown): Promise<unknown> {
  if (!schema) return input;
  const subject = `the input of skill "${name}"`;
  const result = await validateBySchema(schema, input, subject).catch((error: unknown) => {
    throw MemoryError.is(error) ? new Refused(error) : error;
  });
  if (!result.issues) return result.value;
  const message = `${subject} does not fit its schema${issuePaths(result.issues)}`;
  throw new Refused(new MemoryError("invalid-input", message));
}

async function checkedOutput(
  { name, output: schema }: AnySkill,
  output: unknown,
): Promise<unknown> {
  if (!schema) return output;
  const subject = `the output of skill "${name}"`;
  const result = await validateBySchema(schema, output, subject);
  if (!result.issues) return result.value;
  const message = `${subject} does not fit its schema${issuePaths(result.issues)}`;
  throw new Refused(new MemoryError("skill-failed", message));
}
