import { publishedPackages } from "@kioku/packaging/published-packages";

const published = new Map(publishedPackages().map((one) => [one.name, one]));

/** Returns how many packages of ours stand one upon the other below this one. */
function depthOf({ manifest }) {
  const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const below = names.map((name) => published.get(name)).filter((one) => one !== undefined);
  return 1 + Math.max(0, ...below.map(depthOf));
}

/** Packages after those that they depend on: a name is explained where it first occurs. */
const packages = [...published.values()].toSorted((one, other) => depthOf(one) - depthOf(other));

const STORE_METHODS =
  "vectors spaces countMissingVectors dropSpace history histories tombstones neighbours strengthen deleteWhere scopes sweep scrub".split(
    " ",
  );

/**
 * Options of typedoc. The entry points are those that the packages publish.
 *
 * @type {Partial<import("typedoc").TypeDocOptions>}
 */
export default {
  name: "Kioku",
  tsconfig: "reference/tsconfig.json",
  plugin: ["typedoc-plugin-markdown", "./reference/short-defaults.ts"],
  entryPointStrategy: "resolve",
  entryPoints: packages.flatMap(({ entryPoints }) => entryPoints.map(({ source }) => source)),
  basePath: "..",
  alwaysCreateEntryPointModule: true,
  out: "api",
  readme: "none",
  logLevel: "Warn",
  excludeInternal: true,
  excludePrivate: true,
  disableSources: true,
  packagesRequiringDocumentation: packages.map(({ name }) => name),
  // Described where they are declared: the groups of methods, and the details of each error code.
  intentionallyNotDocumented: [
    ...STORE_METHODS.map((name) => `@kioku/core.MemoryStore.${name}`),
    "@kioku/core.MemoryErrorDetails.invalid-input.__type.textIndex",
    "@kioku/core.MemoryErrorDetails.embedder-failed.__type.retryAfterMs",
    "@kioku/core.MemoryErrorDetails.reranker-failed.__type.retryAfterMs",
    "@kioku/core.MemoryErrorDetails.limit-exceeded.__type.retryAfterMs",
    "@kioku/core/toolkit.ListedRecord.record",
    "@kioku/core/toolkit.ListedRecord.path",
    "@kioku/core/toolkit.RecordsByKey.get",
    "@kioku/core/toolkit.RecordsByKey.values",
  ],
  validation: {
    notExported: true,
    invalidLink: true,
    invalidPath: true,
    notDocumented: true,
    rewrittenLink: true,
    unusedMergeModuleWith: true,
  },
  treatWarningsAsErrors: true,
  treatValidationWarningsAsErrors: true,
  router: "member",
  excludeScopesInPaths: true,
  useCodeBlocks: true,
  expandObjects: false,
  hideBreadcrumbs: false,
  parametersFormat: "table",
  indexFormat: "table",
  sanitizeComments: true,
  excludeExternals: true,
  hidePageHeader: true,
  skipErrorChecking: true,
  cleanOutputDir: true,
};
