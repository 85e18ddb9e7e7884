import type { ProgramName } from "../program.ts";
import type { SeededRandom } from "../seeded-random.ts";
import type { PowerControl } from "./power-order.ts";
import type { PowerReport } from "./power-report.ts";

/** Where the processes of a run find their files. */
export interface RunFiles {
  /** Path of the database. */
  readonly path: string;
  /** Path of the file that they append acknowledgements to. */
  readonly acknowledged: string;
  readonly control: PowerControl | undefined;
}

/** Processes of a run, their acknowledgements, and what must be in the files after a cut. */
export interface Scenario {
  readonly program: ProgramName;
  /** Returns one order for each process. */
  orders(files: RunFiles): readonly object[];
  /** Notes an acknowledgement, in order. */
  follow(acknowledgement: string): void;
  /** Compares files with what was acknowledged so far. Returns problems; adds to the counts. */
  judge(path: string, random: SeededRandom, report: PowerReport): Promise<readonly string[]>;
}
