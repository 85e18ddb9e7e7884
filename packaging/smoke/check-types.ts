import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { mapAtOnce, runCommand } from "../run-command.ts";
import type { Tool } from "./tools.ts";

const PROGRAMS = join(import.meta.dirname, "programs");

const OPTIONS = { target: "es2023", strict: true, types: ["node"], rootDir: "programs" };

/**
 * Returns the ways in which projects resolve modules, by name. The oldest TypeScript compiles all
 * programs as Node resolves them, the newest as bundlers do. With `isFull` each of the two does
 * both, and those between compile them, too. Reading declarations as a library of its own takes
 * longest: the newest does that for all packages, the oldest for those without a host library.
 */
function configurationsFor(isOldest: boolean, isNewest: boolean, isFull: boolean) {
  const nodenext = {
    compilerOptions: {
      ...OPTIONS,
      module: "nodenext",
      exactOptionalPropertyTypes: true,
      skipLibCheck: !isNewest,
    },
    include: ["programs"],
    exclude: [] as readonly string[],
  };
  const bundler = {
    compilerOptions: {
      ...OPTIONS,
      module: "preserve",
      moduleResolution: "bundler",
      skipLibCheck: !(isOldest && isFull),
    },
    include: ["programs/*.mts"],
    exclude: isOldest && isFull ? ["programs/adapter-*"] : [],
  };
  if (!isFull) return isOldest ? { nodenext } : isNewest ? { bundler } : {};
  // Bundlers see differences at the ends, if at all.
  return isOldest || isNewest ? { nodenext, bundler } : { nodenext };
}

/** Errors of one TypeScript in one configuration. */
export interface TypeErrors {
  readonly what: string;
  /** In our programs or declarations. */
  readonly ours: readonly string[];
  /** Number of errors in declarations of others. */
  readonly others: number;
}

/** The folder, in a project, of the JavaScript that the oldest TypeScript makes of the programs. */
export const COMPILED = "compiled";

/**
 * Writes each program as ES module and as CommonJS into a project; these are the names of them all.
 */
export function copyPrograms(project: string): readonly string[] {
  mkdirSync(join(project, "programs"), { recursive: true });
  const names = readdirSync(PROGRAMS).map((file) => file.replace(/\.ts$/u, ""));
  for (const name of names) {
    for (const ending of ["mts", "cts"]) {
      cpSync(join(PROGRAMS, `${name}.ts`), join(project, "programs", `${name}.${ending}`));
    }
  }
  return names;
}

/** Compiles the programs of a project by these TypeScripts. */
export async function checkTypes(
  project: string,
  { typescripts, isFull }: { readonly typescripts: readonly Tool[]; readonly isFull: boolean },
): Promise<readonly TypeErrors[]> {
  const newest = typescripts.length - 1;
  const runs = typescripts.flatMap((typescript, age) =>
    Object.entries(configurationsFor(age === 0, age === newest, isFull)).map(
      ([name, { compilerOptions, ...files }]) => {
        const isOutput = age === 0 && name === "nodenext";
        const output = isOutput ? { outDir: COMPILED } : { noEmit: true };
        const config = `tsconfig.${name}-${typescript.version}.json`;
        const text = JSON.stringify({
          compilerOptions: { ...compilerOptions, ...output },
          ...files,
        });
        writeFileSync(join(project, config), text);
        return { what: `TypeScript ${typescript.version}, ${name}`, config, typescript };
      },
    ),
  );
  return mapAtOnce(runs, 2, async ({ what, config, typescript }) => {
    const args = [typescript.program, "-p", config, "--pretty", "false"];
    const { ok, output } = await runCommand(process.execPath, args, { cwd: project });
    const errors = output.split("\n").filter((line) => /error TS\d+/u.test(line));
    const ours = errors.filter(isOurs);
    // A compiler that ends badly and names no error did not do its work.
    if (!ok && errors.length === 0) return { what, ours: [output], others: 0 };
    return { what, ours, others: errors.length - ours.length };
  });
}

/** Returns true if an error is in the programs, in our declarations, or in no file at all. */
function isOurs(line: string): boolean {
  return !line.startsWith("node_modules/") || line.startsWith("node_modules/@kioku/");
}
