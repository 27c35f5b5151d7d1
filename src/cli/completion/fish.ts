/** The completion for fish. */

import type { CompletedCommand, CompletedOption, Value } from "./types.ts";

/** Returns the script that completes the command in fish. */
export function completeFish(program: string, commands: readonly CompletedCommand[]): string {
  const at = `__${program.replaceAll(/\W/g, "_")}_at`;
  const paths = commands.filter(({ path }) => path !== "").map(({ path }) => quote(path));
  const lines = commands.flatMap(({ path, options, commands: below, argument }) => {
    const begin = `complete -c ${program} -n ${quote(`${at} ${quote(path)}`)}`;
    return [
      ...below.map((one) => `${begin} -a ${quote(one.name)} -d ${quote(one.description)}`),
      ...(below.length > 0 || argument === "none" ? [] : [`${begin} ${renderReply(argument)}`]),
      ...options.map((option) =>
        `${begin} ${renderNames(option)} -d ${quote(option.description)} ${takenBy(option)}`.trimEnd(),
      ),
    ];
  });
  return `# Completion of ${program} for fish. Load it with: ${program} completion fish | source
function ${at} --description 'Whether the command line so far names this command'
    set -l found ''
    for word in (commandline -opc)[2..-1]
        set -l next (string trim -- "$found $word")
        if contains -- $next ${paths.join(" ")}
            set found $next
        end
    end
    test "$found" = "$argv[1]"
end
complete -c ${program} -f
${lines.join("\n")}
`;
}

function renderNames({ names }: CompletedOption): string {
  return names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(" ");
}

const takenBy = ({ value }: CompletedOption) => (value === "none" ? "" : `-r ${renderReply(value)}`);

function renderReply(value: Value): string {
  if (value === "file") return "-F";
  return typeof value === "string" ? "-f" : `-f -a ${quote(value.join(" "))}`;
}

/** Inside single quotes, fish knows two escapes. */
const quote = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
