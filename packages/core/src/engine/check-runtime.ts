import { MemoryError } from "../errors/memory-error.js";

/** The lowest Node that the packages support, as in `engines` of their package.json. */
const LOWEST = { major: 22, minor: 18 } as const;

/**
 * Refuses a Node that is too old, on which drivers crash instead of failing. Other runtimes say
 * which Node they equal, or nothing.
 * @throws `invalid-input`
 */
export function checkRuntime(nodeVersion: string = process.versions.node): void {
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  if (major > LOWEST.major || (major === LOWEST.major && minor >= LOWEST.minor)) return;
  throw new MemoryError(
    "invalid-input",
    `createMemory needs Node ${LOWEST.major}.${LOWEST.minor} or newer, and this is Node ${nodeVersion}`,
  );
}
