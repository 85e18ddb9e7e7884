import { checkText, invalidInput } from "@kioku/core/toolkit";

import type { ListedModel, ModelManifest } from "./manifest.js";

/** A model and what is known of it. */
export interface FoundModel<Manifest extends ModelManifest> {
  readonly repository: string;
  readonly manifest: Manifest;
}

/** What the hub takes as the name of a repository, with its organisation. */
const REPOSITORY = /^[\w-][\w.-]{0,95}\/[\w-][\w.-]{0,95}$/u;

/**
 * Looks up what the option `model` names.
 *
 * @throws `invalid-input` for a name that is not in the list, where no manifest is given.
 */
export function findModel<Manifest extends ModelManifest>(
  options: { readonly model: unknown; readonly manifest?: Manifest },
  list: readonly ListedModel<Manifest>[],
): FoundModel<Manifest> {
  const model = checkText(options.model, "model", 200);
  const { manifest } = options;
  if (manifest) {
    if (REPOSITORY.test(model) && !model.includes("..")) return { repository: model, manifest };
    throw invalidInput("model", "`organisation/name` where a `manifest` is given", model);
  }
  const listed = list.find(({ name, repository }) => name === model || repository === model);
  if (listed) return listed;
  const names = list.map(({ name }) => name).join(", ");
  throw invalidInput("model", `one of ${names}, or come with a \`manifest\``, model);
}
