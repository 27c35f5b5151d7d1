#!/bin/sh
# Judges a service by the contract, in any pipeline and without a package.json. It needs Node with npm, and
#   CONTRACT  the package: its tarball, as a file or a URL
#   DRIVER    the driver: a file, or the URL of the one that your staging system serves
# Further arguments go to the judge.
set -eu
npm install --prefix .contract --no-audit --no-fund "$CONTRACT"
PATH="$PWD/.contract/node_modules/.bin:$PATH"

# contract/ holds the documents that you build on. A package that breaks you stops the pipeline here.
collections-contract diff contract .contract/node_modules/collections-contract/generated

# Failures that you know do not stop it; new ones do.
collections-contract test api --driver "$DRIVER" --baseline known-failures.json --report junit=contract.xml "$@"
