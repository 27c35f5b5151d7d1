/** Every test file leaves the globals as it found them: the files of `npm test` share their processes. */

import { afterAll, expect, vi } from "vitest";

const globals = () => ({ setTimeout, clearTimeout, setInterval, setImmediate, Date, fetch, now: Date.now });
const before = globals();
const variables = { ...process.env };

afterAll(() => {
  // A spy on a fake timer, restored in a later file, would bring the fake back.
  vi.restoreAllMocks();
  expect(globals(), "globals after this file").toEqual(before);
  expect(process.env, "environment after this file").toEqual(variables);
});
