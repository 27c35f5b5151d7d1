/** The completion for zsh: source it, or save it as `_collections-contract` in a folder of `fpath`. */

import type { CompletedCommand, Value } from "./types.ts";

/** Returns the script that completes the command in zsh. */
export function completeZsh(program: string, commands: readonly CompletedCommand[]): string {
  const name = `_${program}`;
  const paths = commands.filter(({ path }) => path !== "").map(({ path }) => quote(path));
  const values = commands.flatMap(({ path, options }) =>
    options
      .filter(({ value }) => value !== "none")
      .map(({ names, value }) => {
        const places = names.map((one) => quote(`${path}:${one}`)).join("|");
        return `    ${places}) ${renderReply(value)}; return ;;`;
      }),
  );
  const words = commands.map(({ path, options, commands: below, argument }) => {
    const dashed = options.flatMap(({ names, description }) => names.map((one) => describeWord(one, description)));
    const named = below.map((one) => describeWord(one.name, one.description));
    const reply = named.length > 0 ? `all=(${named.join(" ")}); _describe command all` : renderReply(argument);
    const dashes = `all=(${dashed.join(" ")}); _describe -o option all`;
    return `    ${quote(path)}) if [[ $words[CURRENT] == -* ]]; then ${dashes}; else ${reply}; fi ;;`;
  });
  return `#compdef ${program}
# Completion of ${program} for zsh. Load it with: source <(${program} completion zsh)
${name}() {
  local at="" before="$words[CURRENT-1]" i
  local -a all
  for ((i = 2; i < CURRENT; i++)); do
    case "\${at:+$at }$words[i]" in
      ${paths.join("|")}) at="\${at:+$at }$words[i]" ;;
    esac
  done
  if [[ $words[CURRENT] == --*=* ]]; then before="\${words[CURRENT]%%=*}"; compset -P '*='; fi
  case "$at:$before" in
${values.join("\n")}
  esac
  case "$at" in
${words.join("\n")}
  esac
}
if [[ "$funcstack[1]" == ${quote(name)} ]]; then ${name} "$@"; else compdef ${name} ${program}; fi
`;
}

function renderReply(value: Value): string {
  if (value === "file") return "_files";
  if (typeof value === "string") return ":";
  return `compadd -- ${value.map(quote).join(" ")}`;
}

/** Escapes the colon, which separates a word from its description. */
const describeWord = (word: string, description: string) =>
  quote(`${word.replaceAll(":", "\\:")}:${description.replaceAll(":", "\\:")}`);

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
