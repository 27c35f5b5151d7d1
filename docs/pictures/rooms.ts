import { arrow, box, label, picture } from "./draw.ts";

/** The rooms of `src/`, as the import law of test/repository/imports.test.ts orders them. */
export function rooms(): string {
  return picture(
    "The folders of the source",
    "Imports go downwards only. The command may use everything. Below it are the entries of the package: receive, inbox, client, oauth, sandbox, judge. The judge shares no code with what it judges. Beside them are the verbs: diff, overlays, languages. They rest on shared ground: signature, webhook-url, http, documents. Below are the error codes, then the generated code, then the documents in spec.",
    545,
    box("plain", 16, 16, 388, 48, "cli", "every verb of the command"),
    arrowDown(64),
    label(24, 106, "entries of the package", "small", "start"),
    ...row(
      114,
      [
        ["receive", "."],
        ["inbox", "./inbox"],
        ["client", "./client"],
      ],
      "strong",
    ),
    ...row(
      172,
      [
        ["oauth", "./oauth"],
        ["sandbox", "./sandbox"],
        ["judge", "./judge, alone"],
      ],
      "strong",
    ),
    label(24, 250, "verbs", "small", "start"),
    ...row(
      272,
      [
        ["diff", "two contracts"],
        ["overlays", "a deployment"],
        ["languages", "packages"],
      ],
      "plain",
    ),
    arrowDown(308),
    label(24, 350, "shared ground", "small", "start"),
    ...row(
      372,
      [
        ["signature", "HMAC"],
        ["webhook-url", "the URL rule"],
        ["documents", "reading; http"],
      ],
      "plain",
    ),
    arrowDown(408),
    box("open", 16, 438, 120, 50, "errors", "codes, classes"),
    box("good", 150, 438, 120, 50, "generated", "made from spec"),
    box("good", 284, 438, 120, 50, "spec", "written by hand"),
    arrow([
      [284, 463],
      [270, 463],
    ]),
    label(210, 520, "imports point down; generated is made from spec"),
  );
}

function row(y: number, names: readonly (readonly [string, string])[], kind: "strong" | "plain"): string[] {
  return names.map(([name, line], i) => box(kind, 16 + i * 134, y, 120, 50, name, line));
}

function arrowDown(y: number): string {
  return arrow([
    [210, y],
    [210, y + 26],
  ]);
}
