/** Files of an inbox on disks that other machines share: only what the system says of the disk is made up. */

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { expect, it, onTestFinished, vi } from "vitest";
import { openInbox } from "../../src/inbox/index.ts";
import { asWrongType } from "../support/wrong-type.ts";
import { temporary } from "./support.ts";

it.each([
  ["NFS", 0x6969, ["inbox_disk_shared"]],
  ["CIFS", 0xff534d42, ["inbox_disk_shared"]],
  ["CIFS, where numbers have 32 bits and a sign", 0xff534d42 | 0, ["inbox_disk_shared"]],
  ["ext4", 0xef53, []],
  ["tmpfs", 0x1021994, []],
  ["an unknown kind", undefined, []],
])("a file on %s is told of at most once, when it is opened", async (_, type, expected) => {
  using place = temporary();
  const codes: string[] = [];
  // Not by vi.mock: in npm test, files before this one have loaded the inbox in the same process.
  vi.spyOn(fs, "statfsSync").mockReturnValue(asWrongType(type === undefined ? undefined : { type }));
  syncBuiltinESMExports();
  onTestFinished(syncBuiltinESMExports);
  const inbox = await openInbox({ file: place.file, onProblem: ({ code }) => void codes.push(code) });
  await inbox.close();
  expect(codes).toEqual(expected);
});
