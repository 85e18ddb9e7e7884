import { Random } from "../store/data/random.ts";

/** The law that memories are spread over tenants by: a Pareto law between two ends. */
export interface TenantLaw {
  readonly tenants: number;
  /** Expected number of memories of all tenants together. */
  readonly memories: number;
  /** Exponent of the law: the smaller, the larger the largest tenants. */
  readonly shape: number;
  /** Most memories of a tenant. */
  readonly most: number;
}

/** Tenants by number. */
export interface Tenants {
  readonly memories: Uint32Array;
  /** Share of all requests. */
  readonly requests: Float64Array;
}

const STREAMS = { memories: 41, requests: 42 } as const;
const STEPS = 60;

/**
 * Draws the memories and requests of each tenant. Half of the requests go by memories, and half by
 * another draw of the same law, so that a small tenant may be a busy one.
 */
export function drawTenants(law: TenantLaw, seed: number): Tenants {
  const least = leastOf(law);
  const sizes = new Random(seed, STREAMS.memories, 0);
  const visits = new Random(seed, STREAMS.requests, 0);
  const memories = new Uint32Array(law.tenants);
  const drawn = new Float64Array(law.tenants);
  let [total, drawnTotal] = [0, 0];
  for (let tenant = 0; tenant < law.tenants; tenant += 1) {
    const exact = paretoOf(sizes.share(), least, law);
    // Rounded up as often as keeps the mean.
    const size = Math.max(1, Math.floor(exact + sizes.share()));
    const visited = paretoOf(visits.share(), least, law);
    memories[tenant] = size;
    drawn[tenant] = visited;
    total += size;
    drawnTotal += visited;
  }
  const requests = drawn.map(
    (visited, tenant) => ((memories[tenant] ?? 0) / total + visited / drawnTotal) / 2,
  );
  return { memories, requests };
}

/** The value of the law that this share of all is below. */
function paretoOf(share: number, least: number, { shape, most }: TenantLaw): number {
  const tail = (least / most) ** shape;
  return least * (1 - share * (1 - tail)) ** (-1 / shape);
}

/** Finds the lower end of the law with the mean that is wanted, by halving. */
function leastOf({ tenants, memories, shape, most }: TenantLaw): number {
  const wanted = memories / tenants;
  let [low, high] = [0, Math.min(wanted, most)];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    const density = middle ** shape / (1 - (middle / most) ** shape);
    const mean = density * (shape / (shape - 1)) * (middle ** (1 - shape) - most ** (1 - shape));
    if (mean < wanted) low = middle;
    else high = middle;
  }
  return low;
}
