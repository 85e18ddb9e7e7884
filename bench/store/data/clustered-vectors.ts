import { Random } from "./random.ts";

/** Settings of the data of a run. The same settings make the same data. */
export interface DataSettings {
  /** Records of the large scope. */
  readonly count: number;
  readonly dimensions: number;
  readonly seed: number;
  /** Clusters so weak that graph indexes lose recall. */
  readonly hard: boolean;
}

/** The position of a record: its cluster, and the subject within it. */
export interface Place {
  readonly cluster: number;
  readonly subject: number;
}

/** Lengths of the vectors that are added to the centre of a cluster, which has length 1. */
interface Spread {
  /** Sets the subjects of a cluster apart. */
  readonly subject: number;
  /** Sets the records of a subject apart. */
  readonly record: number;
}

/** Two records of a subject have a cosine of about 0.88, of a cluster 0.6, others 0. */
const EASY: Spread = { subject: 0.7, record: 0.45 };
/** Two records of a cluster have a cosine of about 0.28. */
const HARD: Spread = { subject: 0, record: 1.6 };
const RECORDS_PER_SUBJECT = 20;
const FEWEST_CLUSTERS = 8;

const STREAMS = { centre: 1, subject: 2, place: 3, record: 4, query: 5 } as const;

/**
 * Vectors of length 1 in clusters of very different size, as many as the root of the count, with
 * some twenty records to a subject. Never uniform noise: there no search has anything to find.
 */
export class ClusteredVectors {
  readonly dimensions: number;
  readonly #settings: DataSettings;
  readonly #spread: Spread;
  readonly #centres: readonly Float32Array[];
  readonly #subjects: number;

  constructor(settings: DataSettings) {
    const { count, dimensions } = settings;
    const clusters = Math.max(FEWEST_CLUSTERS, Math.round(Math.sqrt(count)));
    this.dimensions = dimensions;
    this.#settings = settings;
    this.#spread = settings.hard ? HARD : EASY;
    this.#subjects = Math.max(1, Math.round(count / clusters / RECORDS_PER_SUBJECT));
    this.#centres = Array.from({ length: clusters }, (_, cluster) => {
      const centre = new Float32Array(dimensions);
      this.#addNoise(centre, this.#random(STREAMS.centre, cluster), 1);
      return centre;
    });
  }

  /** Returns the position of the record with this number. */
  placeOf(index: number): Place {
    const random = this.#random(STREAMS.place, index);
    const cluster = Math.floor(random.share() ** 2 * this.#centres.length);
    return { cluster, subject: random.below(this.#subjects) };
  }

  /** The record whose subject this query is about. */
  targetOf(query: number): number {
    return this.#random(STREAMS.query, query).below(this.#settings.count);
  }

  /** The vector of a record. */
  vectorOf(index: number): Float32Array {
    return this.#near(this.placeOf(index), this.#random(STREAMS.record, index));
  }

  /** The vector of a query: near a subject, and equal to no record. */
  queryOf(query: number): Float32Array {
    const random = this.#random(STREAMS.query, query);
    return this.#near(this.placeOf(random.below(this.#settings.count)), random);
  }

  #near({ cluster, subject }: Place, random: Random): Float32Array {
    const vector = Float32Array.from(this.#centres[cluster] ?? []);
    if (this.#spread.subject > 0) {
      const number = cluster * this.#subjects + subject;
      this.#addNoise(vector, this.#random(STREAMS.subject, number), this.#spread.subject);
    }
    this.#addNoise(vector, random, this.#spread.record);
    return normalise(vector);
  }

  #addNoise(vector: Float32Array, random: Random, length: number): void {
    const scale = length / Math.sqrt(vector.length);
    for (let place = 0; place < vector.length; place += 1) {
      vector[place] = (vector[place] ?? 0) + random.normal() * scale;
    }
  }

  #random(stream: number, index: number): Random {
    return new Random(this.#settings.seed, stream, index);
  }
}

function normalise(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  for (let place = 0; place < vector.length; place += 1) {
    vector[place] = (vector[place] ?? 0) / length;
  }
  return vector;
}
