/** `collections-contract doctor`: what is installed, what is missing, and what to do about it. */

import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { styleText } from "node:util";
import { TLD_LIST_DATE } from "../../generated/tlds.ts";
import { findOddity } from "../receive/secret-text.ts";
import { isAtLeast, OLDEST_NODE, OLDEST_SQLITE } from "../runtime/oldest.ts";
import { tldListAgeDays } from "../webhook-url/tlds.ts";
import { ExitCode } from "./exit.ts";
import { packageFile, packageVersion, prismPath } from "./package-files.ts";
import { safeLine } from "./safe-text.ts";
import { narrowText } from "./terminal-width.ts";

interface Diagnosis {
  readonly name: string;
  /** `warn`: something optional is missing; `fail`: the package cannot do its work. */
  readonly status: "pass" | "warn" | "fail";
  readonly found: string;
  /** What to do; empty if it passes. */
  readonly todo: string;
}

const TLD_LIST_MAX_DAYS = 180;
const DOCUMENTS = ["generated/openapi.json", "generated/asyncapi.json", "spec/vectors/signature.json"];

/** Sets exit code 1 if a check fails; warnings do not count. */
export async function runDoctor({ json }: { json?: true | undefined }): Promise<void> {
  const checks = [node(), documents(), await loopback(), sqlite(), prism(), topLevelDomains(), secret()];
  const ok = checks.every(({ status }) => status !== "fail");
  process.exitCode = ok ? ExitCode.holds : ExitCode.fails;
  process.stdout.write(
    json
      ? `${JSON.stringify({ ok, version: packageVersion(), checks }, null, 2)}\n`
      : narrowText(formatDiagnosis(checks, ok)),
  );
}

function node(): Diagnosis {
  const found = `Node ${process.versions.node} on ${process.platform} ${process.arch}`;
  if (isAtLeast(process.versions.node, OLDEST_NODE)) return pass("node", found);
  return { name: "node", status: "fail", found, todo: `Install Node ${OLDEST_NODE.join(".")} or newer.` };
}

function documents(): Diagnosis {
  const missing = DOCUMENTS.filter((file) => !existsSync(packageFile(file)));
  if (missing.length === 0) return pass("documents", `version ${packageVersion()}, complete`);
  return {
    name: "documents",
    status: "fail",
    found: `missing: ${missing.join(", ")}`,
    todo: "Install the package again.",
  };
}

/** Mock, sandbox and judge listen on this machine. */
function loopback(): Promise<Diagnosis> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) =>
      resolve({
        name: "loopback",
        status: "fail",
        found: error.message,
        todo: "Allow this user to listen on 127.0.0.1.",
      }),
    );
    server.listen(0, "127.0.0.1", () =>
      server.close(() => resolve(pass("loopback", "a port on 127.0.0.1 can be opened"))),
    );
  });
}

function sqlite(): Diagnosis {
  const version = process.versions["sqlite"];
  const found = version === undefined ? "not in this Node" : `SQLite ${version}`;
  if (version !== undefined && isAtLeast(version, OLDEST_SQLITE)) return pass("sqlite", found);
  return {
    name: "sqlite",
    status: "warn",
    found,
    todo: "Only sandbox --data and an inbox in a file need it: install Node 24.",
  };
}

function prism(): Diagnosis {
  const path = prismPath();
  if (path !== undefined) return pass("prism", "@stoplight/prism-cli is installed");
  const todo = "Only mock needs it: npm install --save-dev @stoplight/prism-cli";
  return { name: "prism", status: "warn", found: "not installed", todo };
}

function topLevelDomains(): Diagnosis {
  const days = tldListAgeDays(new Date());
  const found = `the list of ${TLD_LIST_DATE}, ${days} days old`;
  if (days <= TLD_LIST_MAX_DAYS) return pass("top-level domains", found);
  return {
    name: "top-level domains",
    status: "warn",
    found,
    todo: "Update this package: it refuses domains newer than its list.",
  };
}

/** Says only whether the secret can be correct; never shows it. */
function secret(): Diagnosis {
  const value = process.env["WEBHOOK_SECRET"];
  if (value === undefined)
    return pass("WEBHOOK_SECRET", "not set; sign, verify, send and test receiver take --secret-file");
  const todo = "Set it to the exact secret that the service returned, or unset it.";
  if (value === "") return { name: "WEBHOOK_SECRET", status: "warn", found: "set, but empty", todo };
  const oddity = findOddity(value, "set, but it");
  if (oddity) return { name: "WEBHOOK_SECRET", status: "warn", found: oddity, todo };
  return pass("WEBHOOK_SECRET", "set");
}

function pass(name: string, found: string): Diagnosis {
  return { name, status: "pass", found, todo: "" };
}

function formatDiagnosis(checks: readonly Diagnosis[], ok: boolean): string {
  const colour = { pass: "green", warn: "yellow", fail: "red" } as const;
  const lines = checks.flatMap(({ name, status, found, todo }) => [
    `${styleText(colour[status], status, { stream: process.stdout })}  ${name}: ${safeLine(found)}\n`,
    ...(todo ? [`      ${todo}\n`] : []),
  ]);
  const warnings = checks.filter(({ status }) => status === "warn").length;
  const sum = !ok
    ? "Something required is missing."
    : warnings > 0
      ? "Nothing required is missing."
      : "Nothing is missing.";
  return `${lines.join("")}${sum}\n`;
}
