import { checkRelease } from "./release/check.ts";

const { code, stdout, stderr } = checkRelease(process.argv.slice(2));
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;
