import type { EraseOptions, ErasureReport, ForgetOptions, ForgetTarget, Memory } from "@kioku/core";

/** Whether a target may reach below: one id or one key is of one scope. */
export function isMany(target: ForgetTarget): boolean {
  if (typeof target !== "object" || target === null) return false;
  return "filter" in target || "everything" in target;
}

/** Forgets in each scope by itself, and says how many records that were. */
export async function forgetScopes(
  views: readonly Memory[],
  target: ForgetTarget,
  options: ForgetOptions,
): Promise<number> {
  let forgotten = 0;
  for (const view of views) forgotten += await view.forget(target, { ...options, reach: "here" });
  return forgotten;
}

/** Erases in each scope by itself, each all or nothing, and says what that was in all. */
export async function eraseScopes(
  views: readonly Memory[],
  target: ForgetTarget,
  options: EraseOptions,
): Promise<ErasureReport> {
  const { onProgress } = options;
  const reports: ErasureReport[] = [];
  let before = 0;
  for (const view of views) {
    let looked = 0;
    const counted = {
      onProgress: (count: number): unknown => {
        looked = count;
        return onProgress?.(before + count);
      },
    };
    const own = {
      ...options,
      ...(onProgress === undefined ? {} : counted),
      reach: "here",
    } as const;
    reports.push(await view.erase(target, own));
    before += looked;
  }
  return {
    records: reports.flatMap(({ records }) => records),
    derived: reports.flatMap(({ derived }) => derived),
    revisions: sum(reports, ({ revisions }) => revisions),
    vectors: sum(reports, ({ vectors }) => vectors),
    unreached: [...new Set(reports.flatMap(({ unreached }) => unreached))],
  };
}

function sum(reports: readonly ErasureReport[], count: (report: ErasureReport) => number): number {
  return reports.reduce((total, report) => total + count(report), 0);
}
