import type { SkillFileAnswer } from "@kioku/tools";
import { wrapLanguageModel, type Tool } from "ai";

const IMAGES: ReadonlySet<string> = new Set(["image/gif", "image/jpeg", "image/png", "image/webp"]);

/** Returns true for images that providers take, and PDF. */
export function isShownType(mediaType: string): boolean {
  return IMAGES.has(mediaType) || mediaType === "application/pdf";
}

type ModelOutput = Awaited<ReturnType<NonNullable<Tool["toModelOutput"]>>>;

/** Returns a file of a skill for the model: its text, or the file itself where it can be shown. */
export function fileOutput({ output }: { readonly output: unknown }): ModelOutput {
  if (typeof output === "string") return { type: "text", value: output };
  const { text, data, mediaType } = (output ?? {}) as Partial<SkillFileAnswer>;
  const words = String(text);
  if (typeof data !== "string" || typeof mediaType !== "string") {
    return { type: "text", value: words };
  }
  const value = [{ type: "text", text: words }, filePart(data, mediaType)];
  return { type: "content", value } as ModelOutput;
}

/** Returns the part for a file as the installed AI SDK takes it. */
function filePart(data: string, mediaType: string): object {
  if (takesFileParts()) return { type: "file", mediaType, data: { type: "data", data } };
  return { type: IMAGES.has(mediaType) ? "image-data" : "file-data", mediaType, data };
}

/** Returns true from AI SDK 7 on, which wraps models as `v4`; it warns of the parts of 6. */
function takesFileParts(): boolean {
  const model = {
    specificationVersion: "v3",
    provider: "kioku",
    modelId: "none",
    supportedUrls: {},
    doGenerate: refuse,
    doStream: refuse,
  } as const;
  const { specificationVersion }: { readonly specificationVersion: string } = wrapLanguageModel({
    model,
    middleware: [],
  });
  return specificationVersion === "v4";
}

function refuse(): never {
  throw new TypeError("this model answers nothing");
}
