# --enz-audit: what the functions of a link are to its derivatives. The example is that of the
# user's guide.
examples=$(cd "$(dirname "$0")/../../docs/examples/audit" && pwd)
. "$(dirname "$0")/common.sh"

cp "$examples"/* in/
cat >in/inner.c <<'END'
double smooth(double);
double inner(double x) { return x * smooth(x); }
END
cat >in/chain.c <<'END'
#include <math.h>
double __enzyme_autodiff(void *, ...);
double inner(double), shared(double), nowhere(double), ruled(double);
int unused(double);
static double ruled_gradient(double x, double seed) { return 2 * seed + 0 * x; }
void *__enzyme_register_gradient_ruled[] = {(void *)ruled, (void *)ruled, (void *)ruled_gradient};
static double f(double x) {
    return unused(1.0) * inner(x) + shared(x) + nowhere(x) + ruled(x) + exp(x);
}
int main(void) { return __enzyme_autodiff((void *)f, 3.0) > 0; }
END
echo 'double shared(double x) { return x; }' >in/shared.c
cat >in/rest.c <<'END'
int unused(double x) { return (int)x; }
double ruled(double x) { return 2 * x; }
END
(cd in && "$CLANG" -c old.c rest.c && ar rcs libold.a old.o && ar rcs librest.a rest.o &&
    "$CLANG" -shared -fPIC shared.c -o libshared.so && "$ENZCC" -O2 -c inner.c &&
    ar rcs libinner.a inner.o) || fail 'the libraries cannot be made'
all="chain.c -L. -linner -lold -lshared -lrest -lm"

# The table of the guide, whatever the level.
for level in -O0 -O2; do
    refused 'No reverse pass found for smooth' "$ENZCC" $level --enz-audit fit.c libold.a -lm -o fit
    sed 's|in /.*/lib\([cm]\)\.so[.0-9]*,|in lib\1.so,|' ours/out >table
    cmp -s table "$examples/fit.audit" || fail "another table at $level:
$(diff "$examples/fit.audit" table)"
    [ -e ours/w/fit ] && fail '--enz-audit links a program'
done

# section TITLE: the rows of the last table in the section that starts like that.
section() {
    awk -v title="$1" '/^[^ ]/ { on = index($0, title) == 1 } on && !/^    /' ours/out
}
has() { # title row
    section "$1" | grep -q -- "$2" || fail "nothing about '$2' under '$1':
$(cat ours/out)"
}
refused 'No reverse pass' "$ENZCC" -O1 --enz-audit $all -o x
has 'No derivative' '^  smooth, in \./libold\.a(old\.o), called at inner\.c:2:37'
has 'No derivative' '^  shared, in \./libshared\.so, called at chain\.c:8:37'
has 'No derivative' '^  nowhere, in no file of the link'
has 'These have neither' '^  unused, in \./librest\.a(rest\.o)'
has 'These have bitcode' '^  inner, in \./libinner\.a(inner\.o), defined at inner\.c:2'
has 'For these' '^  ruled, in'
has 'For these' '^  exp, in .*libm'
grep -q 'enz[._]' ours/out && fail "names of the passes: $(grep 'enz[._]' ours/out)"
[ "$(section 'No derivative' | grep -c '^  ')" = 3 ] || fail 'more than three functions block'

# As JSON, what blocks first.
run ours "$ENZCC" -O1 --enz-audit=json $all
python3 - ours/out <<'END' || fail 'the JSON is not as it should be'
import json, sys
functions = json.load(open(sys.argv[1]))["functions"]
by = {f["symbol"]: f for f in functions}
blocking = [f["symbol"] for f in functions if f["blocks"] == "yes"]
assert blocking == [f["symbol"] for f in functions][:3], blocking
assert sorted(blocking) == ["nowhere", "shared", "smooth"], blocking
assert by["smooth"]["file"] == "./libold.a(old.o)" and "libold.a" in by["smooth"]["remedy"]
assert by["nowhere"]["file"] is None
assert by["unused"]["status"] == "opaque" and by["unused"]["blocks"] == "no"
assert by["inner"]["status"] == "bitcode" and by["inner"]["defined"].startswith("inner.c:2")
assert by["ruled"]["status"] == by["exp"]["status"] == "rule"
END

# Another derivative has to be made first: whether it would get active values is not known.
cat >in/hidden.c <<'END'
double __enzyme_autodiff(void *, ...);
double smooth(double), first(double);
static double inside(double x) { return first(x); }
static double f(double x) { return __enzyme_autodiff((void *)inside, x) * smooth(x); }
int main(void) { return __enzyme_autodiff((void *)f, 3.0) > 0; }
END
run ours "$ENZCC" --enz-audit hidden.c libold.a
has 'These have neither bitcode nor a rule. Other errors' '^  smooth, in libold\.a'
grep -q 'remedy: compile .libold\.a. with enzcc' ours/out || fail 'no remedy'

# Nothing is in the way; nothing is asked for; nothing can be said.
prints 'defined at old.c:2' "$ENZCC" --enz-audit fit.c old.c -lm -o x
prints 'call no functions' "$ENZCC" --enz-audit hello.c -o x
[ -e ours/w/x ] && fail '--enz-audit links a program without derivatives'
prints '"functions": \[\]' "$ENZCC" --enz-audit=json hello.c -o x
refused 'remove it, or --enz-audit' "$ENZCC" -fno-enz --enz-audit fit.c old.c -lm -o x
refused 'remove it, or --enz-audit' "$ENZCC" -r --enz-audit fit.c -o x
silent "$ENZCC" --enz-audit -c fit.c
has_bitcode ours/w/fit.o || fail '--enz-audit -c makes no object'
finish
