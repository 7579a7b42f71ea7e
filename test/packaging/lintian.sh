# Debian's checker has nothing to say about the package.
. "$(dirname "$0")/common.sh"
needs lintian

lintian --allow-root --fail-on error,warning,pedantic --pedantic "$WORK/enzcc.deb" || fail "lintian"
finish
