/** Replaces the least number of a heap. */
export function replaceTop(heap: Float64Array, value: number): void {
  let place = 0;
  for (;;) {
    let child = 2 * place + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child += 1;
    const least = heap[child] ?? 0;
    if (least >= value) break;
    heap[place] = least;
    place = child;
  }
  heap[place] = value;
}
