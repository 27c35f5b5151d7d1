/** How the code of each language is compiled with a program of ours: `build` returns how to run that program. */

import { copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { rolldown } from "rolldown";
import type { Generator, Language } from "./generator.ts";
import { java, kotlin, spring } from "./jvm.ts";
import { type Build, place, sourcesBelow, writePackage } from "./project-files.ts";
import { Skipped } from "./results.ts";
import { type Command, install, requirePrograms, root, run } from "./tools.ts";

const CARGO_TARGET = join(root, ".cache/compatibility/cargo-target");
const ASYNCAPI = "asyncapi-python==0.3.1 attrs==26.1.0 httpx==0.28.1 pydantic==2.13.4 python-dateutil==2.9.0.post0";
const PYTHON = `pypi ${ASYNCAPI} typing-extensions==4.15.0 urllib3==2.7.0`;
const SYSTEM = "Net.Http Web Runtime.Serialization ComponentModel.DataAnnotations".split(" ");

/** What a strict project with a bundler has. */
const STRICT = {
  ...{ target: "es2022", lib: ["es2023", "dom", "dom.iterable"], module: "esnext", moduleResolution: "bundler" },
  ...{ strict: true, skipLibCheck: true, noEmit: true, allowImportingTsExtensions: true, types: [] },
};

/** The compiler of this repository checks the code and our program together, then rolldown makes one file of them. */
const typescript: Build = async (folder, row) => {
  place(row, folder, "main.ts", "");
  const tsconfig = { compilerOptions: STRICT, include: ["main.ts", "generated/**/*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
  await run([process.execPath, join(root, "node_modules/typescript/bin/tsc"), "-p", folder]);
  const build = await rolldown({ input: join(folder, "main.ts"), platform: "node", logLevel: "silent" });
  await build.write({ file: join(folder, "main.mjs"), format: "esm", codeSplitting: false });
  await build.close();
  return { command: [process.execPath, join(folder, "main.mjs")] };
};

/** The stub's own tsconfig.json. Its resolution of modules is older than `exports`, so it is told where types are. */
const nest: Build = async (folder, row) => {
  if (!existsSync(join(root, "dist/src/index.js"))) throw new Skipped("npm run build has not run");
  const generated = join(folder, "generated");
  place(row, generated, "main.ts", "keep.ts");
  mkdirSync(join(generated, "node_modules"));
  symlinkSync(root, join(generated, "node_modules/collections-contract"), "dir");
  writeFileSync(join(generated, "package.json"), '{ "type": "commonjs" }\n');
  const types = { "collections-contract": [join(root, "dist/src/index.d.ts")] };
  const tsconfig = { extends: "./tsconfig.json", compilerOptions: { paths: types } };
  writeFileSync(join(generated, "tsconfig.ours.json"), JSON.stringify(tsconfig));
  await run([
    process.execPath,
    join(folder, "node_modules/typescript/bin/tsc"),
    "-p",
    join(generated, "tsconfig.ours.json"),
  ]);
  return { command: [process.execPath, join(generated, "dist/main.js")] };
};

/** Byte code for every file, and an import of what stands at the top. */
const python: Build = async (folder, row) => {
  const { kind, libraries = PYTHON, modules = "" } = row;
  const interpreter = join(await install(libraries), "bin/python");
  const generated = join(folder, "generated");
  place(row, folder, "main.py", "keep.py");
  if (kind === "stub") await writePackage("python", folder);
  const top = readdirSync(generated).find((name) => /^(?!docs$|test$|setup\.py$)[a-z_]+(\.py)?$/.test(name));
  const paths = [folder, join(generated, modules), join(folder, "package/src")];
  const env = { PYTHONPATH: paths.join(delimiter), PORT: "0", WEBHOOK_SECRET: "-" };
  await run([interpreter, "-m", "compileall", "-q", generated]);
  await run([interpreter, "-c", `import ${kind === "stub" ? "main" : top?.replace(".py", "")}`], { env });
  return { command: [interpreter, "-u", join(folder, "main.py")], env: { PYTHONPATH: env.PYTHONPATH } };
};

/** The module of the generator, or one of ours around its package; our program is in it. */
const go: Build = async (folder, row) => {
  const generated = join(folder, "generated");
  const goRun = (...args: string[]) => run(["go", ...args], { cwd: generated, env: { GOFLAGS: "-mod=mod" } });
  const module = "module contract.invalid/ours\n\ngo 1.24\n\nrequire github.com/oapi-codegen/runtime v1.8.0\n";
  if (!existsSync(join(generated, "go.mod"))) writeFileSync(join(generated, "go.mod"), module);
  // Code in package main has its program beside it.
  const main = existsSync(join(generated, "PaymentSnapshot.go")) ? generated : join(generated, "ours");
  place(row, main, "main.go", "keep.go");
  if (row.kind === "stub") {
    await writePackage("go", folder);
    const name = "example.com/collectionscontract";
    await goRun("mod", "edit", `-require=${name}@v0.0.0`, `-replace=${name}=../package`);
  }
  await goRun("build", "./...");
  await goRun("build", "-o", join(folder, "program"), main);
  return { command: [join(folder, "program")] };
};

const CRATE = `serde = { version = "1", features = ["derive"] }\nserde_json = "1"\n`;
const PLAIN = `chrono = { version = "0.4", features = ["serde"] }\n`;
// Without TLS: the program speaks to 127.0.0.1 alone, and no library of the system is needed.
const CLIENT = `openapi = { path = "../generated", default-features = false }
tokio = { version = "1", features = ["macros", "rt"] }
reqwest = { version = "0.13", default-features = false }
`;
const AXUM = `async-trait = "0.1"
axum = "0.8"
axum-extra = { version = "0.12", features = ["cookie"] }
base64 = "0.22"
collections-contract = { path = "../package" }
headers = "0.4"
http = "1"
openapi = { path = "../generated" }
tokio = { version = "1", features = ["macros", "net", "rt-multi-thread"] }
`;

/** A crate around the generated one, or around the file of models. */
const rust: Build = async (folder, row) => {
  const [generated, crate] = [join(folder, "generated"), join(folder, "ours")];
  place(row, join(crate, "src"), "main.rs", "keep.rs");
  if (row.kind === "stub") await writePackage("rust", folder);
  const models = join(generated, "PaymentSnapshot.rs");
  if (existsSync(models)) copyFileSync(models, join(crate, "src/PaymentSnapshot.rs"));
  const beside = row.kind === "stub" ? AXUM : existsSync(models) ? PLAIN : CLIENT;
  const head = `[workspace]\n\n[package]\nname = "ours"\nversion = "0.0.0"\nedition = "2024"\n\n[dependencies]\n`;
  writeFileSync(join(crate, "Cargo.toml"), head + CRATE + beside);
  const env = { CARGO_TARGET_DIR: CARGO_TARGET };
  await run(["cargo", "build", "--quiet", "--manifest-path", join(crate, "Cargo.toml")], { env, seconds: 1800 });
  copyFileSync(join(CARGO_TARGET, "debug/ours"), join(folder, "program"));
  return { command: [join(folder, "program")] };
};

/** Compiled and run by Mono, as .NET Framework 4.8, with the Json.NET that is in NSwag's package of npm. */
const csharp: Build = async (folder, row) => {
  place(row, folder, "Probe.cs", "");
  const nswag = join(await install("npm nswag@14.7.1"), "node_modules/nswag/bin/binaries/Win");
  const generated = sourcesBelow(join(folder, "generated"), ".cs").filter((file) => !file.includes(".Test/"));
  const references = [...SYSTEM.map((name) => `System.${name}`), join(nswag, "Newtonsoft.Json.dll")];
  const options = ["-langversion:latest", `-out:${join(folder, "Probe.exe")}`, ...references.map((one) => `-r:${one}`)];
  await run(["mcs", ...options, ...generated, join(folder, "Probe.cs")]);
  return { command: ["mono", join(folder, "Probe.exe")], env: { MONO_PATH: nswag } };
};

/** The generated build wants CMake and a package of its own, so every file is compiled together with our program. */
const cpp: Build = async (folder, row) => {
  const found = await run(["g++", "-E", "-x", "c++", "-include", "cpprest/json.h", "/dev/null"]).catch(() => "");
  if (!found) throw new Skipped("cpprest/json.h not found");
  place(row, folder, "main.cpp", "");
  const files = [...sourcesBelow(join(folder, "generated/src"), ".cpp"), join(folder, "main.cpp")];
  const libraries = ["cpprest", "ssl", "crypto", "boost_system", "pthread"].map((name) => `-l${name}`);
  const options = ["-std=c++17", "-w", `-I${join(folder, "generated/include")}`, "-o", join(folder, "program")];
  await run(["g++", ...options, ...files, ...libraries], { seconds: 1800 });
  return { command: [join(folder, "program")] };
};

/** Each file past the parser. Calls need a library (`-r` and `-e` run a text), taken where the system has it. */
const interpretedBuild =
  (program: string, ending: string, check: string, library: readonly string[]): Build =>
  async (folder, row) => {
    const found = await run([program, ...library]).then(
      () => true,
      () => false,
    );
    if (row.kind === "client" && !found) throw new Skipped(`${library[1]} fails`);
    for (const file of sourcesBelow(join(folder, "generated"), ending)) await run([program, check, file]);
    place(row, folder, `main${ending}`, "");
    return { command: [program, join(folder, `main${ending}`)] };
  };

/** `needs`: programs that must be on the PATH. `stub`: instead of `build`, for stubs. */
export const LANGUAGES: Record<Language, { needs: string[]; build: Build; stub?: Build }> = {
  TypeScript: { needs: [], build: typescript, stub: nest },
  Python: { needs: ["python3"], build: python },
  Go: { needs: ["go"], build: go },
  Java: { needs: ["javac", "mvn"], build: java, stub: spring },
  Kotlin: { needs: ["java", "mvn"], build: kotlin, stub: spring },
  Rust: { needs: ["cargo"], build: rust },
  "C#": { needs: ["mono", "mcs"], build: csharp },
  "C++": { needs: ["g++"], build: cpp },
  PHP: { needs: ["php"], build: interpretedBuild("php", ".php", "-l", ["-r", 'require "GuzzleHttp/autoload.php";']) },
  Ruby: { needs: ["ruby"], build: interpretedBuild("ruby", ".rb", "-c", ["-e", 'require "typhoeus"']) },
};

/** Compiles `FOLDER/generated` with our program. @returns how to run the program */
export function build(folder: string, row: Generator): Promise<Command> {
  const { needs, build: compile, stub } = LANGUAGES[row.language];
  requirePrograms(...needs);
  return ((row.kind === "stub" && stub) || compile)(folder, row);
}
