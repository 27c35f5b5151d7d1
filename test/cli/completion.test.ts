import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { announceSkip } from "../../scripts/on-demand.ts";
import { cliHere as cli, scratch, start } from "./run.ts";

const folder = scratch();
mkdirSync(join(folder, "some folder"));
writeFileSync(join(folder, "some file.json"), "{}");

/** What is typed, with words of the completion that have to be there and others that may not. */
const CASES: [typed: string, wanted: string[], unwanted: string[]][] = [
  ["collections-contract ", ["sign", "verify", "send", "sandbox", "test", "explain", "completion"], ["--port"]],
  ["collections-contract s", ["sign", "send", "sandbox"], ["verify"]],
  ["collections-contract test ", ["api", "receiver"], ["sign"]],
  ["collections-contract test api --", ["--driver", "--report", "--json"], ["--url"]],
  ["collections-contract verify --sig", ["--signature"], ["--secret"]],
  ["collections-contract completion ", ["bash", "zsh", "fish"], []],
  ["collections-contract generate --language p", ["php", "python"], ["ruby"]],
  ["collections-contract explain signature_m", ["signature_missing", "signature_mismatch"], ["signature_prefix"]],
  ["collections-contract explain U-1", ["U-10", "U-19"], ["U-20"]],
  ["collections-contract sign som", ["some file.json", "some folder"], []],
  ["collections-contract sign --secret-file some\\ f", ["some file.json", "some folder"], []],
  ["collections-contract sandbox --data=som", ["some folder"], ["sandbox"]],
];

/** How a shell is asked: a program that completes one line and prints what it offers. */
const SHELLS: { shell: "bash" | "zsh" | "fish"; ask: (script: string, typed: string) => string[] }[] = [
  {
    shell: "bash",
    ask: (script, typed) => [
      "--norc",
      "-c",
      `source ${script}
       words=(${typed.replace("=", " = ")}); [[ ${quoted(typed)} == *" " ]] && words+=("")
       COMP_WORDS=("\${words[@]}"); COMP_CWORD=$((\${#words[@]} - 1))
       _collections_contract; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ],
  },
  { shell: "fish", ask: (script, typed) => ["--no-config", "-c", `source ${script}; complete -C ${quoted(typed)}`] },
  {
    shell: "zsh",
    // A second zsh with a terminal of its own, since completion belongs to its line editor. It prints what is added to
    // the matches.
    ask: (script, typed) => [
      "-f",
      "-c",
      `zmodload zsh/zpty
       zpty shell 'TERM=dumb zsh -f -i'
       zpty -w shell $'PS1=; autoload -U compinit && compinit -u -D; source ${script}
       compadd() {
        [[ $\{@[1,(i)(-|--)]} == *-[OAD][[:space:]]* ]] ||
          { local -a hits; builtin compadd -A hits "$@"; print; print -rl -- $hits }
        builtin compadd "$@"
      }
       ended() { print FINI""SHED }; comppostfuncs=(ended); print REA""DY'
       while zpty -r shell line; do [[ $line == *READY* ]] && break; done
       zpty -w -n shell ${quoted(typed)}$'\\t'
       while zpty -r shell line; do [[ $line == *FINISHED* ]] && break; print -r -- "$line"; done
       zpty -d shell`,
    ],
  },
];
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

for (const { shell, ask } of SHELLS) {
  const missing = await start(shell, ["--version"]).then(
    () => "",
    () => announceSkip(`completion for ${shell}`, `${shell} is not installed`),
  );
  describe.skipIf(missing)(`completion for ${shell}${missing}`, async () => {
    const script = join(folder, shell);
    const { stdout, code } = await cli(["completion", shell]);
    writeFileSync(script, stdout);

    it("is a script without faults", async () => {
      expect(code).toBe(0);
      expect(await start(shell, ["-n", script])).toMatchObject({ code: 0, stderr: "" });
    });

    it.concurrent.each(CASES)("%s", async (typed, wanted, unwanted) => {
      const { stdout: offered, stderr } = await start(shell, ask(script, typed), { cwd: folder });
      const words = offered
        .replaceAll("\\ ", " ")
        .split(/\r?\n|\t|\s{2,}|\s+--\s+/)
        .map((word) => word.trim().replace(/\/$/, ""));
      for (const word of wanted)
        expect(
          words.some((one) => one.endsWith(word)),
          `${word} in ${offered}${stderr}`,
        ).toBe(true);
      for (const word of unwanted) expect(words).not.toContain(word);
    });
  });
}
