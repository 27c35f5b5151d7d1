/** Files of an inbox on disks that other machines share: only what the system says of the disk is made up. */

import { statfsSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { openInbox } from "../../src/inbox/index.ts";
import { asWrongType } from "../support/wrong-type.ts";
import { temporary } from "./support.ts";

vi.mock("node:fs", async (original) => ({ ...(await original<object>()), statfsSync: vi.fn() }));
afterEach(() => vi.resetAllMocks());

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
  if (type !== undefined) vi.mocked(statfsSync).mockReturnValue(asWrongType({ type }));
  const inbox = await openInbox({ file: place.file, onProblem: ({ code }) => void codes.push(code) });
  await inbox.close();
  expect(codes).toEqual(expected);
});
