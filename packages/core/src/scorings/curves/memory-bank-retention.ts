/**
 * Share of a memory that is retained, `e ^ (-t / S)`, 0 to 1, where the strength S starts at 1 and
 * each use adds 1. As in the paper: the code published with it computes `e ^ (-t · S / 5)`, in
 * which the stronger memory fades faster.
 *
 * @see Zhong et al. 2023, "MemoryBank", https://arxiv.org/abs/2305.10250, section 2.3
 */
export function memoryBankRetention(elapsedDays: number, uses: number): number {
  return Math.exp(-Math.max(elapsedDays, 0) / (1 + uses));
}
