import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";

describe("the reference beside the sandbox", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.stop());
  const get = (path: string) => fetch(sandbox.baseUrl + path);

  it("lists what is there, and every link leads somewhere", async () => {
    const page = await (await get("/_docs")).text();
    const links = [...page.matchAll(/href="(\/[^"]*)"/g)].map(([, link]) => link as string);
    expect(links).toContain("/_docs/openapi.json");
    for (const link of links) expect((await get(link)).status, link).toBe(200);
  });

  it("hands out the documents", async () => {
    expect(await (await get("/_docs/asyncapi.json")).json()).toMatchObject({ asyncapi: "3.1.0" });
  });

  it.each(["/_docs/package.json", "/_docs/..%2fpackage.json", "/_docs/x"])("has nothing at %s", async (path) => {
    expect((await get(path)).ok).toBe(false);
  });
});
