import { localModels, services, STATIC_TABLE } from "./embedding-models.ts";
import type { PublishedModel } from "./embedding-models.ts";
import { drawFrame } from "./frame.ts";
import { readSpeeds } from "./measured-embedders.ts";
import { drawScatterPanel } from "./scatter-panel.ts";
import type { Mark, Spot } from "./scatter-panel.ts";
import { element, label } from "./svg.ts";

type Language = "english" | "chinese";

const SUBTITLE =
  "Across: short texts a second on one core, measured on networks of the same shape. Up: Spearman × 100, published by others.";

const QUICK = "A quick run: it shows that everything works, and speeds mean little.";

const DESCRIPTION =
  "Two panels of points, English and Chinese. The static table is far faster than any network, and lower. The raw numbers are in bench/results/embed.";

const MANY = "#6d28d9";
const COLORS: ReadonlyMap<string, string> = new Map([
  ["English, Chinese", "#047857"],
  ["English", "#0369a1"],
  ["Chinese", "#c2410c"],
]);

const LEGEND = [
  { x: 30, languages: "English, Chinese", name: "part of embed-local" },
  { x: 208, languages: "English", name: "English" },
  { x: 306, languages: "Chinese", name: "Chinese" },
  { x: 404, languages: "many", name: "many languages" },
] as const;

const PANEL = 318;
const FIRST = 116;
const STEP = 5;

/** The chart of speed against quality. */
export function drawEmbedderSpeed(): string {
  const speeds = readSpeeds();
  const spots = localModels.flatMap((model) => {
    const speed = speeds.of.get(model.name);
    return speed === undefined ? [] : [{ model, speed }];
  });
  const columns = decades(spots.map(({ speed }) => speed));
  const height = FIRST + 2 * PANEL + 8;
  const title = "Embedding models in the process: speed against quality";
  const panels = (["english", "chinese"] as const).map((language, index) => {
    const shown = spots.flatMap(({ model, speed }) => toSpot(model, speed, language));
    const marks = services.flatMap((service) => toMark(service, language));
    return drawScatterPanel({
      title: `STS-B, ${language === "english" ? "English" : "Chinese"} pairs of sentences`,
      spots: shown,
      marks,
      columns,
      levels: levelsAround([...shown, ...marks].map(({ y }) => y)),
      top: FIRST + index * PANEL,
    });
  });
  const subtitle = speeds.isQuick ? QUICK : SUBTITLE;
  return drawFrame({ title, subtitle, description: DESCRIPTION, height }, [
    ...LEGEND.map(drawLegend),
    label("- - services, not measured", { x: 552, y: 88, class: "small" }),
    ...panels,
  ]);
}

function colorOf({ languages }: Pick<PublishedModel, "languages">): string {
  return COLORS.get(languages) ?? MANY;
}

function toSpot(model: PublishedModel, speed: number, language: Language): readonly Spot[] {
  const score = model[language];
  if (score === undefined) return [];
  const name = model.name === STATIC_TABLE ? "the static table" : model.name;
  return [{ name, color: colorOf(model), x: speed, y: score.value }];
}

function toMark(service: (typeof services)[number], language: Language): readonly Mark[] {
  const score = service[language];
  return score === undefined ? [] : [{ name: service.name, y: score.value }];
}

function drawLegend({ x, languages, name }: (typeof LEGEND)[number]): string {
  return (
    element("circle", { cx: x, cy: 84, r: 6, fill: colorOf({ languages }) }) +
    label(name, { x: x + 12, y: 88, class: "small" })
  );
}

/** The powers of ten around these values. */
function decades(values: readonly number[]): ReadonlyMap<number, string> {
  const logarithms = values.map((value) => Math.log10(value));
  const first = Math.floor(Math.min(0, ...logarithms));
  const last = Math.ceil(Math.max(1, ...logarithms));
  return new Map(
    Array.from({ length: last - first + 1 }, (_, place) => {
      const value = Number(`1e${first + place}`);
      const name = value.toLocaleString("en-US");
      return [value, place === 0 ? `${name} a second` : name];
    }),
  );
}

/** The multiples of five around these values. */
function levelsAround(values: readonly number[]): ReadonlyMap<number, string> {
  const first = Math.floor(Math.min(...values) / STEP);
  const last = Math.ceil((Math.max(...values) + 1) / STEP);
  return new Map(
    Array.from({ length: last - first + 1 }, (_, place) => {
      const value = (first + place) * STEP;
      return [value, String(value)];
    }),
  );
}
