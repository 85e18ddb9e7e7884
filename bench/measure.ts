/** `npm run measure -- NAME [OPTION...]`: one measurement with options of your own. */
import { isProgramName, PROGRAMS, runProgram } from "./programs.ts";
import { endWith, UsageError } from "./usage-error.ts";

const USAGE = `npm run measure -- NAME [OPTION...]

One measurement, with options of its own. npm run measure -- NAME --help shows these.

${Object.entries(PROGRAMS)
  .map(([name, what]) => `  ${name.padEnd(10)} ${what}`)
  .join("\n")}`;

try {
  const [name, ...args] = process.argv.slice(2);
  if (name === "--help") process.stdout.write(`${USAGE}\n`);
  else if (name === undefined) throw new UsageError(USAGE);
  else if (isProgramName(name)) process.exitCode = await runProgram(name, args);
  else throw new UsageError(`there is no measurement ${name}\n\n${USAGE}`);
} catch (error) {
  endWith(error);
}
