import { MemoryError } from "@kioku/core";
import type { Memory } from "@kioku/core";
import { InvalidNamespaceError } from "@langchain/langgraph-checkpoint";

/** Refuses what is no list of labels, each a string that is not empty. */
function checkLabels(namespace: unknown, name: string): readonly string[] {
  if (!Array.isArray(namespace)) {
    throw new InvalidNamespaceError(`${name} must be a list of labels, got ${typeof namespace}`);
  }
  return Array.from(namespace, (label: unknown, index) => {
    if (typeof label === "string" && label !== "") return label;
    const got = label === "" ? "an empty one" : typeof label;
    throw new InvalidNamespaceError(
      `${name}[${index}] must be a string that is not empty, got ${got}`,
    );
  });
}

/**
 * Refuses also labels that no scope can have: too long, too many, or not well-formed. Returns the
 * view of the namespace.
 */
export function checkView(namespace: unknown, name: string, memory: Memory): Memory {
  try {
    return viewOf(memory, checkLabels(namespace, name));
  } catch (error) {
    if (!MemoryError.is(error, "invalid-input")) throw error;
    throw new InvalidNamespaceError(`${name}: ${error.message}`);
  }
}

/** Refuses also an empty namespace, to which nothing can be written. */
export function checkWritable(namespace: unknown, name: string): readonly string[] {
  const labels = checkLabels(namespace, name);
  if (labels.length === 0) throw new InvalidNamespaceError(`${name} must not be empty`);
  return labels;
}

/** The view of a namespace, or of the whole store if that is empty. */
export function viewOf(memory: Memory, [first, ...more]: readonly string[]): Memory {
  return first === undefined ? memory : memory.scope(first, ...more);
}
