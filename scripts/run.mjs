// Starts a script of this folder: `node scripts/run.mjs NAME [arguments]`. Plain JavaScript, so that it can say what is
// wrong under an old Node: npm puts the repository's own Node 24 first on the PATH of its scripts, but not every
// platform has such a binary.
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  process.stderr.write(
    `This is Node ${process.versions.node}; the repository needs Node 24 or newer.\n` +
      "npm ci brings one for linux (x64, arm64), macOS (x64) and Windows (x64).\n" +
      "Elsewhere install Node 24 from https://nodejs.org.\n" +
      "Start the scripts by npm (npm start, npm test), so that the one in node_modules/.bin is found.\n",
  );
  process.exit(2);
}
const [name] = process.argv.splice(2, 1);
await import(new URL(`./${name}.ts`, import.meta.url).href);
