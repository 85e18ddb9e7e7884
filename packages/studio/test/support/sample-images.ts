import { createHash } from "node:crypto";

import type { TextModel } from "@kioku/core";
import { type BlobStore, imageMemory } from "@kioku/mind/images";

import { type Drawing, encodePng } from "./encode-png.js";

type Colour = readonly [red: number, green: number, blue: number];
/** Colour of a place, both coordinates from -1 to 1, down and to the right. */
type Paint = (x: number, y: number) => Colour;

/** An image of the sample. */
export interface SampleImage {
  /** File. */
  readonly data: Uint8Array;
  /** Days before the present at which it was seen. */
  readonly daysAgo: number;
  /** Where it is from. */
  readonly source: string;
  /** Caption that a model gives it; absent: it waits for one. */
  readonly caption?: string;
}

const WIDTH = 480;
const HEIGHT = 360;

/** Images of the sample, the oldest first. */
export const SAMPLE_IMAGES: readonly SampleImage[] = [
  {
    daysAgo: 212,
    source: "camera",
    caption: "Three boats on the Douro at dusk, seen from the flat over the bakery in Porto.",
    data: draw(river([238, 150, 96], [64, 76, 122])),
  },
  {
    daysAgo: 120,
    source: "camera",
    caption: "The same boats on the Douro on a clear morning.",
    data: draw(river([246, 224, 176], [96, 152, 176])),
  },
  {
    daysAgo: 95,
    source: "camera",
    caption: "The jar with Gustav, the sourdough starter, risen over its rubber band.",
    data: draw(jar),
  },
  {
    daysAgo: 60,
    source: "camera",
    caption: "A rye loaf with a dark crust and a cut like an ear of wheat.",
    data: draw(loaf),
  },
  {
    daysAgo: 31,
    source: "camera",
    caption: "面包房橱窗里的蜜瓜包，一共二十四个。",
    data: draw(buns),
  },
  {
    daysAgo: 8,
    source: "screen",
    caption: "A chart of the panettone orders: four weeks, rising to sixty in December.",
    data: draw(chart),
  },
  { daysAgo: 0.2, source: "screen", data: draw(rings) },
];

/** Makes the plugin that keeps them, with a model that tells their captions. */
export function sampleImages(clock: () => Date): ReturnType<typeof imageMemory> {
  const files = new Map<string, Uint8Array>();
  const captions = new Map(SAMPLE_IMAGES.map(({ data, caption }) => [nameOf(data), caption]));
  const blobs: BlobStore = {
    put: async (name, bytes) => void files.set(name, Uint8Array.from(bytes)),
    get: async (name) => files.get(name),
    delete: async (name) => void files.delete(name),
    async *list() {
      yield [...files.keys()];
    },
  };
  const model: TextModel = {
    id: "sample",
    takesImages: true,
    generate: async ({ images = [] }) => {
      const told = images.flatMap(({ data }, index) => {
        const text = captions.get(nameOf(data));
        return text === undefined ? [] : [{ image: index + 1, text }];
      });
      return { text: JSON.stringify({ captions: told }), isComplete: true };
    },
  };
  return imageMemory({
    blobs,
    model,
    clock,
    automatic: false,
    filter: { name: "all", isChanged: () => true },
    decoder: async () => ({
      mediaType: "image/png",
      grey: { width: WIDTH, height: HEIGHT, pixels: new Uint8Array(WIDTH * HEIGHT) },
    }),
    embedder: { id: "sample-colours", dimensions: 48, embed: async (some) => some.map(vectorOf) },
  });
}

/** Returns how often bytes of the file occur, so that equal drawings are nearest to each other. */
function vectorOf(bytes: Uint8Array): readonly number[] {
  const image = SAMPLE_IMAGES.findIndex(({ data }) => nameOf(data) === nameOf(bytes));
  // The two of the river are alike.
  const place = image <= 1 ? 0 : image;
  return Array.from({ length: 48 }, (_, at) => (at === place ? 1 : 0.1 + ((at * image) % 7) / 90));
}

function nameOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function draw(paint: Paint): Uint8Array {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      pixels.set(paint((x / WIDTH) * 2 - 1, (y / HEIGHT) * 2 - 1), (y * WIDTH + x) * 3);
    }
  }
  const drawing: Drawing = { width: WIDTH, height: HEIGHT, pixels };
  return encodePng(drawing);
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const part = Math.min(1, Math.max(0, share));
  const at = (index: 0 | 1 | 2): number => one[index] + (other[index] - one[index]) * part;
  return [at(0), at(1), at(2)];
}

/** River with hills, a sun and three boats. */
function river(sky: Colour, water: Colour): Paint {
  return (x, y) => {
    const hill = -0.12 + 0.12 * Math.sin(x * 3.1) + 0.05 * Math.sin(x * 9);
    for (const [at, size] of [
      [-0.55, 0.16],
      [0.05, 0.2],
      [0.6, 0.13],
    ] as const) {
      const [dx, dy] = [(x - at) / size, (y - 0.42) / size];
      if (Math.abs(dx) < 1 - Math.max(0, dy) * 0.5 && dy > 0 && dy < 0.55) return [70, 44, 34];
      if (dx > -0.05 && dx < 0.7 && dy < 0 && dy > -1.5 + dx * 2) return [242, 232, 212];
    }
    if (Math.hypot(x - 0.5, (y + 0.48) * 0.75) < 0.13) return [252, 236, 196];
    if (y < hill) return mix(mix(sky, [255, 255, 255], 0.25), sky, y + 1);
    if (y < 0.1) return mix([58, 72, 70], [92, 100, 88], (y - hill) * 3);
    const wave = 0.06 * Math.sin(y * 60 + Math.sin(x * 12) * 2);
    return mix(water, sky, 0.5 - y * 0.5 + wave);
  };
}

function jar(x: number, y: number): Colour {
  const edge = Math.max(Math.abs(x) / 0.38, Math.abs(y - 0.08) / 0.72);
  if (Math.abs(x) < 0.42 && y > -0.78 && y < -0.62) return [176, 92, 62];
  if (edge > 1) return mix([228, 218, 198], [196, 178, 148], (y + 1) / 2);
  if (edge > 0.96) return [216, 228, 226];
  if (Math.abs(y - 0.18) < 0.022) return [186, 60, 48];
  const top = -0.2 + 0.03 * Math.sin(x * 18);
  if (y < top) return [206, 216, 210];
  const bubble = Math.sin(x * 41 + y * 23) * Math.sin(y * 37 - x * 13);
  return bubble > 0.78 ? [206, 180, 136] : [238, 222, 186];
}

function loaf(x: number, y: number): Colour {
  const distance = Math.hypot(x / 0.78, (y - 0.1) / 0.56);
  if (distance > 1) return mix([92, 78, 66], [54, 46, 42], distance - 0.8);
  const vein = Math.abs(y - 0.1 + 0.1 * Math.sin(x * 3)) < 0.03;
  const grain = Math.abs(((x * 6 + Math.abs(y - 0.1) * 5) % 1) - 0.5) < 0.1 && Math.abs(x) < 0.6;
  if (distance < 0.86 && (vein || (grain && Math.abs(y - 0.1) < 0.32))) return [236, 208, 158];
  return mix([176, 108, 54], [74, 40, 22], distance ** 3);
}

function buns(x: number, y: number): Colour {
  const [column, row] = [Math.floor((x + 1) * 3), Math.floor((y + 1) * 2)];
  const [dx, dy] = [(x + 1) * 3 - column - 0.5, (y + 1) * 2 - row - 0.5];
  const distance = Math.hypot(dx, dy) / 0.42;
  if (distance > 1) return row % 2 === 0 ? [214, 226, 216] : [198, 214, 204];
  const lines = Math.min(Math.abs(((dx + dy) * 6) % 1), Math.abs(((dx - dy) * 6) % 1));
  const base = mix([244, 220, 140], [206, 152, 74], distance ** 2);
  return lines < 0.16 ? mix(base, [168, 112, 48], 0.5) : base;
}

function chart(x: number, y: number): Colour {
  if (y < -0.78) return [47, 79, 128];
  if (x < -0.82 || x > 0.86 || y > 0.78) return [250, 248, 243];
  const bar = Math.floor((x + 0.82) / 0.42);
  const isBar = ((x + 0.82) / 0.42) % 1 > 0.28;
  const height = [0.25, 0.45, 0.8, 1.3][bar] ?? 0;
  if (isBar && y > 0.72 - height) return bar === 3 ? [181, 64, 47] : [134, 160, 200];
  return Math.abs((y * 5) % 1) < 0.03 ? [226, 220, 208] : [255, 254, 251];
}

function rings(x: number, y: number): Colour {
  const distance = Math.hypot(x * 1.33, y);
  return Math.sin(distance * 30) > 0
    ? [53, 104, 74]
    : mix([226, 238, 228], [147, 203, 165], distance);
}
