import { mapTexts } from "./interpolate.js";
import type { Setting } from "./setting-table.js";

/** Returns text with the passwords of URLs as `***`. */
function redactUrl(text: string): string {
  return text
    .replace(/^([a-z][a-z\d+.-]*:\/\/[^:@/?#]*):.*@/iu, "$1:***@")
    .replaceAll(/([?&](?:ssl)?password=)[^&]*/giu, "$1***");
}

/** Returns a value as it was given, as JSON that people may see. */
export function showGiven(setting: Setting, value: unknown): string {
  return setting.secret === true ? "***" : JSON.stringify(mapTexts(value, redactUrl));
}

/** Returns a value as people may see it. */
export function showValue(setting: Setting, value: unknown): string {
  if (value === undefined) return "";
  if (setting.secret === true) return "***";
  if (setting.type === "scope" && Array.isArray(value)) {
    return value.length === 0 ? "/" : value.join("/");
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value)
      .map(([name, ms]) => `${name}=${Number(ms) / 86_400_000}d`)
      .join(",");
  }
  return redactUrl(typeof value === "string" ? value : JSON.stringify(value));
}
