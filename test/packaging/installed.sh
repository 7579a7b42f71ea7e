# dpkg installs the package into a system that is this one's copy, without the trees of sources and
# of the build: a program with a derivative is compiled and runs there. Then dpkg removes it, and
# nothing is left.
#
# The copy is a file system on top of this machine's, in memory and visible to this test alone.
. "$(dirname "$0")/common.sh"
needs unshare dpkg mount chroot

skip() {
    echo "skipped: $*"
    exit 77
}
if [ "${3:-}" != inside ]; then
    [ "$(id -u)" = 0 ] || skip "only root may do this"
    unshare --mount true || skip "no file systems of a test's own"
    exec unshare --mount bash "$0" "$BUILD" "$WORK" inside
fi

copy=$WORK/copy
layers=$WORK/layers
mkdir -p "$copy" "$layers"
mount -t tmpfs tmpfs "$layers" && mkdir "$layers/upper" "$layers/work" &&
    mount -t overlay overlay -o "lowerdir=/,upperdir=$layers/upper,workdir=$layers/work" "$copy" ||
    skip "no file system on top of this one"
mount --bind /dev "$copy/dev" && mount -t proc proc "$copy/proc" || exit 1
mkdir -p "$copy/package" && cp "$WORK/enzcc.deb" "$copy/package"
square >"$copy/package/square.c"
for tree in "$ROOT" "$BUILD"; do
    [ ! -d "$copy$tree" ] || mount -t tmpfs tmpfs "$copy$tree" || exit 1
done

inside() { chroot "$copy" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C "$@"; }
inside sh -c "! [ -e '$BUILD/bin' ]" || fail "the build is visible"
inside dpkg -i /package/enzcc.deb || fail "dpkg -i"
[ "$(inside dpkg-query -W -f '${db:Status-Status}' enzcc)" = installed ] || fail "not installed"
inside sh -c 'cd /package && enzcc -O2 square.c -o square && ./square' || fail "enzcc"
cat >"$copy/package/square.cpp" <<'END'
#include <enzyme/enzyme>
#include <vector>
static double sum(const std::vector<double> &v) { return v[0] * v[1]; }
int main()
{
    std::vector<double> x{3, 4}, dx{0, 0};
    enzyme::autodiff<enzyme::Reverse>(sum, enzyme::Duplicated<const std::vector<double> &>{x, dx});
    return dx[0] != 4 || dx[1] != 3;
}
END
inside sh -c 'cd /package && enzcc++ -O2 square.cpp -o plus && ./plus' || fail "enzcc++"
inside pkg-config --cflags --libs enzcc >/dev/null || fail "pkg-config"
if [ -x "$copy/usr/bin/man" ]; then
    inside man -w enzcc enzcc++ enzcc-opt enz-ar >/dev/null || fail "man"
fi
inside enzcc-opt 2>&1 | grep -q '^usage:' || fail "enzcc-opt finds no library"

inside dpkg -L enzcc >"$layers/files"
inside dpkg -r enzcc || fail "dpkg -r"
while read -r file; do
    case $file in
    */enzcc*) [ ! -e "$copy$file" ] || fail "left behind: $file" ;;
    esac
done <"$layers/files"
inside dpkg-query -W enzcc 2>/dev/null && fail "dpkg still knows enzcc"
finish
