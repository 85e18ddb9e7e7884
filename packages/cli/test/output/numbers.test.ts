import { expect, it } from "vitest";

import { bytes, count, counted, duration, percent } from "../../src/output/numbers.js";
import { day, dayAndTime, relativeTime } from "../../src/output/times.js";

it("shows counts with separators and their nouns", () => {
  expect([0, 999, 1000, 1234567].map((value) => count(value))).toEqual([
    "0",
    "999",
    "1,000",
    "1,234,567",
  ]);
  expect(counted(1, "memory", "memories")).toBe("1 memory");
  expect(counted(2, "memory", "memories")).toBe("2 memories");
  expect(counted(0, "scope")).toBe("0 scopes");
});

it("shows sizes with two figures or three", () => {
  expect(
    [0, 999, 1000, 9949, 9950, 15_982_592, 999_600, 3e12].map((value) => bytes(value)),
  ).toEqual(["0 B", "999 B", "1.0 kB", "9.9 kB", "10 kB", "16 MB", "1.0 MB", "3.0 TB"]);
});

it("shows lengths of time in their two largest units", () => {
  const ms = [0, 850, 3210, 42_000, 59_900, 185_000, 7_500_000, 90_000_000, 86_400_000];
  expect(ms.map((value) => duration(value))).toEqual([
    "0 ms",
    "850 ms",
    "3.2 s",
    "42 s",
    "1 min",
    "3 min 5 s",
    "2 h 5 min",
    "1 d 1 h",
    "1 d",
  ]);
});

it("shows shares in percent, and never nothing for a little", () => {
  expect([0, 0.001, 0.5, 1].map((value) => percent(value))).toEqual(["0%", "<1%", "50%", "100%"]);
});

it("says how long ago something was, and in what time it will be", () => {
  const now = new Date(2026, 10, 26, 12);
  const ago = (ms: number): string => relativeTime(new Date(now.getTime() - ms), now);
  const hours = 3_600_000;
  expect(
    [0, 59_000, 3 * 60_000, 59.5 * 60_000, 5 * hours, 3 * 24 * hours].map((ms) => ago(ms)),
  ).toEqual([
    "just now",
    "1 minute ago",
    "3 minutes ago",
    "1 hour ago",
    "5 hours ago",
    "3 days ago",
  ]);
  expect([13, 15, 40, 400, 900].map((days) => ago(days * 24 * hours))).toEqual([
    "13 days ago",
    "2 weeks ago",
    "1 month ago",
    "1 year ago",
    "2 years ago",
  ]);
  expect(ago(-2 * hours)).toBe("in 2 hours");
  expect(ago(-5)).toBe("in a moment");
});

it("shows days and times where the user is", () => {
  expect(day(new Date(2026, 0, 5))).toBe("2026-01-05");
  expect(dayAndTime(new Date(2026, 10, 26, 9, 5))).toBe("2026-11-26 09:05");
});
