# The Debian package: made by cpack, with the files it should have, and nothing of this machine.
. "$(dirname "$0")/common.sh"
needs cpack dpkg-deb dpkg-shlibdeps

rm -rf "$WORK"
mkdir -p "$WORK"
cd "$WORK" || exit 1
DEBEMAIL=someone@example.org DEBFULLNAME='Some One' \
    cpack -G DEB --config "$BUILD/CPackConfig.cmake" -B "$WORK" >log 2>&1 || fail "$(tail -5 log)"
mv enzcc_*.deb enzcc.deb || fail "no package"
dpkg-deb -x enzcc.deb tree

# Files, but for folders: all headers of the tree, and those of the list, which is for any machine.
multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
(cd tree && find . ! -type d | sed "s,^\./,,;s,/$multiarch/,/MULTIARCH/," | sort) >files
(cd "$ROOT/headers" && find enz* -type f | sed 's,^,usr/include/,') |
    sort - "$HERE/contents" | diff - files || fail "other files"
for script in preinst postinst prerm postrm; do
    dpkg-deb -I enzcc.deb "$script" >/dev/null 2>&1 && fail "a script that root runs: $script"
done

dpkg-deb -f enzcc.deb >fields
llvm=$("$BUILD/bin/enzcc" -dumpversion | cut -d. -f1)
for field in "Depends: clang-$llvm, lld-$llvm, llvm-$llvm, libllvm$llvm, libc6 (>= " \
    'Maintainer: Some One <someone@' "Suggests: clang-tools-$llvm, "; do
    grep -q -F "$field" fields || fail "not so: $field"
done

grep -rlF "$ROOT" tree && fail "files that name the tree they were built from"
readelf -d tree/usr/bin/enzcc-opt | grep -E 'R(UN)?PATH' && fail "a path for the loader"
finish
