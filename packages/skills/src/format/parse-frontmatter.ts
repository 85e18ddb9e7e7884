import { unusableSkill } from "./fault-report.js";
import type { FaultReport } from "./fault-report.js";
import { mendYaml } from "./mend-yaml.js";
import { parseYaml } from "./parse-yaml.js";
import type { ParsedYaml, YamlValue } from "./parse-yaml.js";
import type { SplitSource } from "./split-frontmatter.js";

/** The fields of the frontmatter by their names in the file. */
export type Fields = ReadonlyMap<string, YamlValue>;

/** What `parseFrontmatter` works with. */
export interface ParseFrontmatterOptions {
  /** Whether what the standard's validator does not read is a fault. */
  readonly strict: boolean;
  /** Takes the faults. */
  readonly report: FaultReport;
}

/** Reads the fields of the frontmatter; what is no YAML is mended where that is possible. */
export function parseFrontmatter(
  { frontmatter, line }: SplitSource,
  { strict, report }: ParseFrontmatterOptions,
): Fields {
  const parsed = parseMended(frontmatter, line, report);
  for (const doubt of parsed.doubts) report(doubt);
  if (strict) for (const doubt of parsed.unstrict) report(doubt);
  if (!(parsed.value instanceof Map)) throw unusableSkill("its frontmatter must be a YAML mapping");
  return parsed.value as Fields;
}

function parseMended(text: string, line: number, report: FaultReport): ParsedYaml {
  const parsed = parseYaml(text, line);
  if (parsed.error === undefined) return parsed;
  const problem = `its frontmatter is no YAML: ${parsed.error}`;
  const mended = parseYaml(mendYaml(text), line);
  if (mended.error !== undefined) throw unusableSkill(problem);
  report(`${problem}; values that need quotes were read as if they had them`);
  return mended;
}
