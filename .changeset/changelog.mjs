/**
 * Writes the lines of the change logs: what changed, without the hash of the commit. All packages
 * have one version, so nothing is said of those that a package needs.
 */
export async function getReleaseLine({ summary }) {
  return `- ${summary.trim().replaceAll("\n", "\n  ")}`;
}

/** Returns nothing to say. */
export async function getDependencyReleaseLine() {
  return "";
}
