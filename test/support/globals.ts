/** Every test leaves spies, stubs and timers as it found them: the files of `npm test` share their processes. */

import { afterAll, afterEach, expect, vi } from "vitest";

const globals = () => ({ setTimeout, clearTimeout, setInterval, setImmediate, Date, fetch, now: Date.now });
const before = globals();
const variables = { ...process.env };

afterEach(() => {
  // Spies first: one on a fake timer would bring the fake back.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
afterAll(() => {
  expect(globals(), "globals after this file").toEqual(before);
  expect(process.env, "environment after this file").toEqual(variables);
});
