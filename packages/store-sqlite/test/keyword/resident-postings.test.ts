import { expect, test } from "vitest";

import { ResidentPostings } from "../../src/keyword/resident-postings.js";

/** A reader that counts how often it was used. */
function countingReader(list: readonly number[]) {
  let times = 0;
  return {
    read: () => {
      times += 1;
      return list;
    },
    times: () => times,
  };
}

test("a list is read once while its scope does not change", () => {
  const postings = new ResidentPostings(2 ** 20);
  const { read, times } = countingReader([1, 2]);
  for (let time = 0; time < 5; time += 1) {
    expect(postings.find({ id: 1, changes: 7 }, "tea", read)).toEqual([1, 2]);
  }
  // The first question of a state is not worth keeping.
  expect(times()).toBe(2);
  expect(postings.find({ id: 2, changes: 7 }, "tea", () => [3])).toEqual([3]);
});

test("after a write, be it of this process or of another, lists are read anew", () => {
  const postings = new ResidentPostings(2 ** 20);
  const scope = { id: 1, changes: 7 };
  for (let time = 0; time < 3; time += 1) postings.find(scope, "tea", () => [1]);
  postings.follow(new Map([[1, 8]]));
  expect(postings.find({ id: 1, changes: 8 }, "tea", () => [1, 2])).toEqual([1, 2]);
  expect(postings.find({ id: 1, changes: 9 }, "tea", () => [1, 2, 3])).toEqual([1, 2, 3]);
});

test("lists that take more memory than allowed are not kept", () => {
  const postings = new ResidentPostings(300);
  const { read, times } = countingReader([1, 2, 3]);
  const scope = { id: 1, changes: 1 };
  for (const term of ["a", "b", "c", "d", "a"]) postings.find(scope, term, read);
  expect(times()).toBe(5);
});
