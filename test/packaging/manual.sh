# The manual pages are well-formed.
. "$(dirname "$0")/common.sh"
needs mandoc
cd "$WORK" || exit 1

for page in enzcc enzcc-opt; do
    gzip -dc "$BUILD/share/man/man1/$page.1.gz" >"$page.1.checked"
    mandoc -Tlint -Wstyle "$page.1.checked" || fail "$page"
    mandoc -Tascii "$page.1.checked" |
        sed 's/.\x08//g' | grep -q 'SEE ALSO' || fail "$page has no end"
    rm "$page.1.checked"
done
finish
