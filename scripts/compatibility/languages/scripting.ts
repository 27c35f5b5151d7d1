import { join } from "node:path";
import { reason } from "../result.ts";
import { run } from "../tools.ts";
import { copyProbe, filesBelow, type Language } from "./language.ts";

/** Each file past the parser. The calls need Guzzle and Typhoeus, which are taken where the system has them. */
export const PHP = interpreted(
  "php",
  ".php",
  ["-l"],
  ["-r", 'require "GuzzleHttp/autoload.php"; new GuzzleHttp\\Client();'],
);
export const RUBY = interpreted("ruby", ".rb", ["-c"], ["-e", 'require "typhoeus"']);
/** The models of quicktype need no library. */
export const PLAIN_PHP = interpreted("php", ".php", ["-l"], ["-v"]);

function interpreted(program: string, ending: string, check: string[], library: string[]): Language {
  return {
    needs: [program],
    async build(folder, probe) {
      const lacking = await run([program, ...library]).then(
        () => "",
        (error) => reason(error, [folder]),
      );
      if (lacking) return { skip: lacking };
      for (const file of filesBelow(join(folder, "generated"), ending)) await run([program, ...check, file]);
      const to = join(folder, `probe${ending}`);
      copyProbe(probe, to);
      return { command: [program, to] };
    },
  };
}
