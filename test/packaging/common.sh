# Shared by the tests of packages: <script> <build tree> <folder for work>.
#
# A test that needs a program which is not installed ends with 77: skipped, as ctest says.
set -u
BUILD=$1
WORK=$2
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
export LC_ALL=C
FAILED=0

fail() {
    echo "FAILED: $*"
    FAILED=$((FAILED + 1))
}

finish() {
    [ "$FAILED" -eq 0 ] && echo "all expectations met"
    exit $((FAILED != 0))
}

# needs <program...>
needs() {
    local program
    for program in "$@"; do
        command -v "$program" >/dev/null && continue
        echo "skipped: there is no $program"
        exit 77
    done
}

# A program with a derivative.
square() {
    cat <<'END'
double __enzyme_autodiff(void *, ...);
static double square(double x) { return x * x; }
int main(void) { return __enzyme_autodiff((void *)square, 3.0) != 6.0; }
END
}
