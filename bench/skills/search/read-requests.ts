import { readJson } from "../../read-json.ts";
import { UsageError } from "../../usage-error.ts";

/** A request, and the name of the skill that it is for. */
export interface SkillRequest {
  readonly text: string;
  readonly skill: string;
  /** Half of the set: weights were tuned on the one, not on the other. */
  readonly half: string;
}

/**
 * Reads requests: `{ "requests": [{ "text", "skill", "half" }] }`; the half may be missing.
 * @throws `UsageError` naming the file and the problem.
 */
export async function readRequests(path: string): Promise<readonly SkillRequest[]> {
  const value = await readJson(path, "pass requests with --data FILE");
  const requests = isObject(value) ? value["requests"] : undefined;
  if (!Array.isArray(requests) || requests.length === 0) {
    throw new UsageError(`${path}: requests must be a list with at least one item`);
  }
  return requests.map((item: unknown, index) => {
    const { text, skill, half = "all" } = isObject(item) ? item : {};
    if (typeof text === "string" && typeof skill === "string" && typeof half === "string") {
      return { text, skill, half };
    }
    throw new UsageError(`${path}: requests[${index}] must have the texts "text" and "skill"`);
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
