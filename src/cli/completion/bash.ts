/** The completion for bash, 3.2 (macOS) included: no associative arrays, no mapfile. */

import type { CompletedCommand, Value } from "./types.ts";

/** Returns the script that completes the command in bash. */
export function completeBash(program: string, commands: readonly CompletedCommand[]): string {
  const name = `_${program.replaceAll(/\W/g, "_")}`;
  const paths = commands.filter(({ path }) => path !== "").map(({ path }) => JSON.stringify(path));
  const values = commands.flatMap(({ path, options }) =>
    options
      .filter(({ value }) => value !== "none")
      .map(
        ({ names, value }) =>
          `    ${names.map((one) => `"${path}:${one}"`).join("|")}) ${renderReply(value)}; return ;;`,
      ),
  );
  const words = commands.map(({ path, options, commands: below, argument }) => {
    const dashed = options.flatMap(({ names }) => names).join(" ");
    const reply = below.length > 0 ? renderReply(below.map((one) => one.name)) : renderReply(argument);
    return `    "${path}") if [[ "$current" == -* ]]; then ${renderReply(dashed.split(" "))}; else ${reply}; fi ;;`;
  });
  return `# Completion of ${program} for bash. Load it with: source <(${program} completion bash)
${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" at="" i
  local IFS=$'\\n'
  COMPREPLY=()
  # bash splits --option=value at the sign.
  if [[ "$current" == "=" ]]; then current=""
  elif [[ "$previous" == "=" ]]; then previous="\${COMP_WORDS[COMP_CWORD - 2]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${at:+$at }\${COMP_WORDS[i]}" in
      ${paths.join("|")}) at="\${at:+$at }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at:$previous" in
${values.join("\n")}
  esac
  case "$at" in
${words.join("\n")}
  esac
}
complete -F ${name} ${program}
`;
}

/** Words are separated by line feeds, since IFS is one. */
function renderReply(value: Value): string {
  if (value === "file") return 'compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current"))';
  if (typeof value === "string") return ":";
  return `COMPREPLY=($(compgen -W $'${value.join("\\n")}' -- "$current"))`;
}
