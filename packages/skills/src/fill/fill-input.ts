import type { StandardSchemaV1 } from "@standard-schema/spec";

import { moodOf } from "../trigger/mood.js";
import { fillChoice } from "./fill-choice.js";
import { fillNumbers, isNumeric } from "./fill-numbers.js";
import { fillText, isText } from "./fill-texts.js";
import { fillTime, isTime } from "./fill-times.js";
import { inputMembers } from "./input-members.js";

/** Members of an input that the data or the text of an event name. */
export interface FilledInput {
  readonly input: Readonly<Record<string, unknown>>;
  /** True if the text may name members that are not filled: a model has to read it. */
  readonly isUnsure: boolean;
  /** True if the schema names members of the data, or does not say its members. */
  readonly isOfData: boolean;
}

interface FillRequest {
  readonly text: string;
  /** Data of the event, which comes before the text. */
  readonly data: Readonly<Record<string, unknown>>;
  /** When it was said. */
  readonly at: Date;
}

/** Longest text to read, in UTF-16 units. */
const MAX_LENGTH = 1_000;

const IS_IT = /^(?:is|are|was|were|did|does|has|have)\b|[吗没][?？]?$/iu;

/** Returns true if what a text names is not wanted, was so, or is doubted. */
function isNoWish(text: string): boolean {
  const mood = moodOf(text);
  return mood === "forbidding" || mood === "report" || (mood === "question" && IS_IT.test(text));
}

/** Fills the members of a schema from the data and the text of an event, where that is sure. */
export async function fillInput(
  schema: StandardSchemaV1,
  { text, data, at }: FillRequest,
): Promise<FilledInput> {
  const members = inputMembers(schema);
  const given = members.filter(({ name }) => Object.hasOwn(data, name));
  const open = members.filter((member) => !given.includes(member));
  const entries: [string, unknown][] = given.map(({ name }) => [name, data[name]]);
  const isOfData = members.length === 0 || given.length > 0;
  if (text.length > MAX_LENGTH || isNoWish(text)) {
    return { input: Object.fromEntries(entries), isUnsure: true, isOfData };
  }
  const said = text.normalize("NFKC");
  const numbers = fillNumbers(open.filter(isNumeric), said);
  entries.push(...numbers.filled);
  let { isUnsure } = numbers;
  for (const member of open) {
    const others = open.filter((other) => other !== member);
    const found = isTime(member)
      ? await fillTime(member, said, { at, others: others.filter(isTime) })
      : isText(member)
        ? fillText(member, text, others.filter(isText))
        : fillChoice(member, said);
    if (found === "unsure") isUnsure = true;
    else if (found) entries.push([member.name, found.value]);
  }
  return { input: Object.fromEntries(entries), isUnsure, isOfData };
}
