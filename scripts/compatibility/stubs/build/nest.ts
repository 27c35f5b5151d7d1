import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { npmTool, root, run } from "../../tools.ts";
import type { Stub } from "../stub.ts";
import { copyCode } from "./packages.ts";

/** The stub's resolution of modules is older than `exports`, so it is told where the types are. */
const TSCONFIG = {
  extends: "./tsconfig.json",
  compilerOptions: { paths: { "collections-contract": ["./node_modules/collections-contract/dist/src/index.d.ts"] } },
};

/** The stub's own tsconfig.json, our files beside its module. They import this package as it was built. */
export const nestStub: Stub["build"] = async (folder, { keep }) => {
  const { command: [compiler = ""] = [], skip } = await npmTool("nest", "tsc");
  if (!compiler) return { skip: skip ?? "" };
  if (!existsSync(join(root, "dist/src/index.js"))) return { skip: "npm run build has not run" };
  const generated = join(folder, "generated");
  const modules = join(generated, "node_modules");
  mkdirSync(modules);
  const libraries = dirname(dirname(compiler));
  for (const name of ["@nestjs", "@types", "reflect-metadata", "rxjs"])
    symlinkSync(join(libraries, name), join(modules, name), "dir");
  symlinkSync(root, join(modules, "collections-contract"), "dir");
  copyCode(keep, join(generated, "keep.ts"));
  copyCode("main.nest.ts.txt", join(generated, "main.ts"));
  writeFileSync(join(generated, "package.json"), '{ "type": "commonjs" }\n');
  const project = join(generated, "tsconfig.receiver.json");
  writeFileSync(project, JSON.stringify(TSCONFIG));
  await run([process.execPath, compiler, "-p", project]);
  return { command: [process.execPath, join(generated, "dist/main.js")] };
};
