#!/bin/sh
# Judges your receiver, your service, or both, in any pipeline and whatever they are written in. It needs Node with npm, and
#   CONTRACT         the package: its tarball, as a file or a URL
#   RECEIVER         the URL of a receiver, whose secret is in WEBHOOK_SECRET
#   RECEIVER_DRIVER  what tells which deliveries took effect in it: a file or a URL
#   DRIVER           the driver of a service: a file or a URL
# Further arguments go to the judge.
set -eu
say() { echo "contract.sh: $1" >&2 && exit 2; }
[ -n "${RECEIVER:-}${DRIVER:-}" ] || say "Set RECEIVER, DRIVER, or both."
case $CONTRACT in
  http://* | https://*) ;;
  # Without its whole path, npm takes tools/x.tgz for a repository on the internet.
  *) [ -f "$CONTRACT" ] || say "CONTRACT is neither a URL nor a file: $CONTRACT"
    CONTRACT=$(cd "$(dirname "$CONTRACT")" && pwd)/$(basename "$CONTRACT") ;;
esac
npm install --prefix .contract --no-audit --no-fund "$CONTRACT"
PATH="$PWD/.contract/node_modules/.bin:$PATH"
mkdir -p reports

# contract/ holds the documents that you build on, if you keep them. A package that breaks you stops the pipeline here.
if [ -d contract ]; then
  collections-contract diff contract .contract/node_modules/collections-contract/generated
fi

# Failures that you know, in known-failures-api.json or known-failures-receiver.json, do not stop it; new ones do.
judge() {
  subject=$1 && shift
  if [ -f "known-failures-$subject.json" ]; then set -- "$@" --baseline "known-failures-$subject.json"; fi
  collections-contract test "$subject" "$@" --report junit="reports/$subject.xml" --report html="reports/$subject.html"
}

code=0
if [ -n "${RECEIVER:-}" ]; then
  # It may still be starting: half a minute.
  node -e 'const ask = (n) => fetch(process.argv[1]).catch(() => n && setTimeout(ask, 1000, n - 1)); ask(30)' "$RECEIVER"
  judge receiver --url "$RECEIVER" ${RECEIVER_DRIVER:+--driver "$RECEIVER_DRIVER"} "$@" || code=$?
fi
if [ -n "${DRIVER:-}" ]; then
  judge api --driver "$DRIVER" "$@" || code=$?
fi
exit $code
