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
