import { describe, expect, it } from "vitest";
import { gapAnchor, gapsPage } from "../../scripts/docs/gaps-page.ts";
import { files, read, root } from "../support/repository.ts";

describe("the page of what is not specified", () => {
  const page = read("docs/unspecified.md");
  const ids = [...read("spec/unspecified.yaml").matchAll(/^ {2}([NUA]-[\d.-]+):$/gm)].map(([, id]) => id as string);

  it("is fresh (cure: npm run docs)", () => {
    expect(page).toBe(gapsPage(root));
  });

  it("has a heading for every gap, and no other", () => {
    const headed = [...page.matchAll(/^### (.+)$/gm)].map(([, id]) => id as string);
    expect(headed.sort()).toEqual([...ids].sort());
    expect(ids.length).toBeGreaterThan(70);
  });

  it("is linked by the right anchor wherever a guide names a gap in a link", () => {
    const anchors = new Map(ids.map((id) => [id, `#${gapAnchor(id)}`]));
    const wrong = files("docs/guides", /\.md$/).flatMap((guide) =>
      [...read(guide).matchAll(/\[([NUA]-[\d.-]+)\]\(([^)]*)\)/g)]
        .filter(([, id, target]) => target !== `../unspecified.md${anchors.get(id as string)}`)
        .map(([link]) => `${guide}: ${link}`),
    );
    expect(wrong).toEqual([]);
  });
});
