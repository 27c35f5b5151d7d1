/** The file of the example. */

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Inbox } from "../examples/inbox.ts";

const LINE = '{"id":1,"event":"e"}\n';

test("what was handed over is known after a restart, and a line that was cut off is not a payment", async () => {
  const folder = await mkdtemp(join(tmpdir(), "inbox-"));
  const path = join(folder, "payments.jsonl");
  try {
    await writeFile(path, `${LINE}{"id":12345678901234567890,"ev`);
    for (let i = 0; i < 2; i++) {
      const inbox = await Inbox.open(path);
      for (const id of [1, 12_345_678_901_234_567_890n, 1])
        await inbox.once(`${id} e`, () => inbox.add({ "@event": "e", id }));
      await inbox.close();
    }
    assert.equal(await readFile(path, "utf8"), `${LINE}{"id":12345678901234567890,"event":"e"}\n`);
  } finally {
    await rm(folder, { recursive: true });
  }
});
