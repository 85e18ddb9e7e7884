import { MemoryError, type SkillContext, type SkillEvent } from "@kioku/core";
import { issuePaths, validateBySchema, type AnySkill, type SkillMatch } from "@kioku/core/toolkit";
import type { StandardSchemaV1 } from "@standard-schema/spec";

import { fillInput } from "../fill/fill-input.js";
import type { IsolatedCall } from "../isolate/isolated-call.js";
import { triggerOf } from "../trigger/skill-texts.js";
import { eventText } from "./event-text.js";
import { Refused } from "./failures.js";
import { drained, type TakePart } from "./skill-stream.js";

/** Calls the code of a skill: `run` of one that is isolated in a worker. */
export type Body = (context: SkillContext, worker?: IsolatedCall) => Promise<unknown>;

/** Input of a skill that a model has to complete, instead of an output. */
export class IncompleteInput {
  readonly input: Readonly<Record<string, unknown>>;

  constructor(input: Readonly<Record<string, unknown>>) {
    this.input = Object.freeze({ ...input });
  }
}

/**
 * Returns a body that checks the input, runs the skill and checks the output. Parts of the output
 * go to `take` unchecked.
 */
export function runBody(skill: AnySkill, input: unknown, take?: TakePart): Body {
  return async (context, worker) => {
    const result = await validate(skill, input);
    if (!result.issues) return runChecked(skill, result.value, { context, worker, take });
    const message = `${subjectOf(skill)} does not fit its schema${issuePaths(result.issues)}`;
    throw new Refused(new MemoryError("invalid-input", message));
  };
}

/**
 * Returns the same body for the input that the trigger makes of the event, or without that for the
 * data of the event and the members that its text names.
 */
export function triggeredBody(skill: AnySkill, event: SkillEvent, match: SkillMatch): Body {
  return async (context, worker) => {
    const trigger = triggerOf(skill, event.name, match.trigger);
    if (trigger?.input) return runBody(skill, await trigger.input(event, match))(context, worker);
    if (!skill.input) return runBody(skill, event.data)(context, worker);
    const given = await namedInput({ ...skill, input: skill.input }, event, match);
    return given instanceof IncompleteInput
      ? given
      : runChecked(skill, given.value, { context, worker });
  };
}

/** Returns the checked input that an event names, or the members of it that are sure. */
async function namedInput(
  skill: AnySkill & Required<Pick<AnySkill, "input">>,
  event: SkillEvent,
  match: SkillMatch,
): Promise<StandardSchemaV1.SuccessResult<unknown> | IncompleteInput> {
  const data = event.data as Readonly<Record<string, unknown>>;
  const text = match.part ?? eventText(event) ?? "";
  const plain = await validate(skill, data);
  const { input, isUnsure, isOfData } = await fillInput(skill.input, { text, data, at: event.at });
  if (isUnsure && (plain.issues || !isOfData)) return new IncompleteInput(input);
  const filled = await validate(skill, plain.issues ? input : { ...data, ...input });
  if (!filled.issues) return filled;
  if (!plain.issues && isOfData) return plain;
  return new IncompleteInput(withoutMembers(input, filled.issues));
}

interface Running {
  readonly context: SkillContext;
  readonly worker?: IsolatedCall | undefined;
  readonly take?: TakePart | undefined;
}

/** Leaves out the members that a schema refuses. */
function withoutMembers(
  input: Readonly<Record<string, unknown>>,
  issues: readonly StandardSchemaV1.Issue[],
): Readonly<Record<string, unknown>> {
  const refused = new Set(
    issues.map(({ path: [first] = [] }) => (typeof first === "object" ? first.key : first)),
  );
  return Object.fromEntries(Object.entries(input).filter(([name]) => !refused.has(name)));
}

async function runChecked(
  skill: AnySkill,
  input: unknown,
  { context, worker, take }: Running,
): Promise<unknown> {
  context.signal.throwIfAborted();
  const output = worker
    ? await worker.run(input, context)
    : await skill.run?.(input as never, context);
  return checkedOutput(skill, await drained(output, { take, signal: context.signal }));
}

async function validate(
  skill: AnySkill,
  input: unknown,
): Promise<StandardSchemaV1.Result<unknown>> {
  if (!skill.input) return { value: input };
  return validateBySchema(skill.input, input, subjectOf(skill)).catch((error: unknown) => {
    throw MemoryError.is(error) ? new Refused(error) : error;
  });
}

function subjectOf({ name }: AnySkill): string {
  return `the input of skill "${name}"`;
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
