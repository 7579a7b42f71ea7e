# What is said of derivatives while they are made: -fenz-report, -fenz-print, -fenz-emit;
# -fenz-syntax-only.
. "$(dirname "$0")/common.sh"

cat >in/sum.c <<'EOF'
#include <math.h>
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup, enzyme_const, enzyme_width;
double sum(double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        x[i] = sin(x[i]) * x[i];
        s += x[i];
    }
    return s;
}
static double twice(double *x, int n) { return 2 * sum(x, n); }
void gradient(double *x, double *d, int n)
{
    __enzyme_autodiff((void *)twice, enzyme_dup, x, d, enzyme_const, n);
}
int main(void)
{
    double x[3] = {1, 2, 3}, d[3] = {0};
    gradient(x, d, 3);
    return __enzyme_fwddiff((void *)twice, x, d, 3) == 0;
}
EOF
cat >in/missing.c <<'EOF'
double __enzyme_autodiff(void *, ...);
double unknown(double x);
static double f(double x) { return x * unknown(x); }
int main(void) { return __enzyme_autodiff((void *)f, 3.0) > 0; }
EOF

says() { # pattern: a whole line of the last command
    grep -qx -- "$1" ours/err || fail "no line '$1':
$(cat ours/err)"
}

# Each derivative, under the call that it is for.
run ours "$ENZCC" -O1 -fenz-report sum.c -lm -o x
says 'enzcc: sum.c:17:5: __enzyme_autodiff of twice, prepared and analysed in [0-9.]* s'
says 'enzcc:   twice, reverse mode: [1-9][0-9]* instructions in [0-9.]* s'
says 'enzcc:     loop at sum.c:8:[0-9]*: checkpoint, 16 bytes per iteration'
says 'enzcc:     0 bytes per call'
says 'enzcc: sum.c:23:12: __enzyme_fwddiff of twice, prepared and analysed in [0-9.]* s'
says 'enzcc:   twice, forward mode: [1-9][0-9]* instructions in [0-9.]* s'
silent "$ENZCC" -O1 -fenz-report -fno-enz-report sum.c -lm -o x

# What is asked for, of the functions asked for.
run ours "$ENZCC" -O1 -fenz-print=tape:twice,primal:nothing sum.c -lm -o x
says 'plan of enz.prepared.twice'
grep -q define ours/err && fail '-fenz-print=primal:nothing prints a function'
run ours "$ENZCC" -O1 -fenz-print=derivative:twice sum.c -lm -o x
says 'define internal .*@enz.grad.twice(.*'
says 'define internal .*@enz.fwd.twice(.*'
prints '@enz.prepared.twice' "$ENZCC" -O1 -fenz-print=primal sum.c -lm -o x
prints 'varied' "$ENZCC" -O1 -fenz-print=activity sum.c -lm -o x
prints 'types of enz.prepared.twice' "$ENZCC" -O1 -fenz-print=types -fenz-print=tape:none sum.c \
    -lm -o x
silent "$ENZCC" -O1 -fenz-print=types:other,tape:other,activity:other,derivative:other sum.c -lm \
    -o x

# Derivatives as a module of their own, which LLVM takes, beside the output.
listed() { # the last command wrote ours/w/$1.derivatives.ll
    grep -q '^; @enz.grad.twice: twice, reverse mode$' "ours/w/$1.derivatives.ll" ||
        fail "$1.derivatives.ll does not say what functions are"
    for fn in enz.grad.twice enz.fwd.twice; do
        grep -q "^define internal .*@$fn(" "ours/w/$1.derivatives.ll" || fail "no $fn in the file"
    done
    grep -q '@\(main\|gradient\|enz\.prepared\)' "ours/w/$1.derivatives.ll" &&
        fail "$1.derivatives.ll has functions that are no derivatives"
    "$ENZCC" -c "ours/w/$1.derivatives.ll" -o it.o || fail "$1.derivatives.ll is not valid"
}
for level in -O0 -O3 '-O2 -fenz-inline'; do
    silent "$ENZCC" $level -fenz-emit=ll sum.c -lm -o x
    listed x
    ours/w/x || fail "-fenz-emit=ll changes the program: $level"
done
mkdir in/out
silent "$ENZCC" -fenz-syntax-only -fenz-emit=ll sum.c -lm -o out/x.bin
listed out/x.bin
silent "$ENZCC" -fenz-emit=ll sum.c -lm
listed a.out
mkdir in/y.derivatives.ll
refused "cannot write 'y.derivatives.ll'" "$ENZCC" -fenz-emit=ll sum.c -lm -o y
refused "known values: c,ll" "$ENZCC" -fenz-emit=asm sum.c -lm -o x
silent "$ENZCC" -fenz-emit=ll hello.c -o x
[ -e ours/w/x.derivatives.ll ] && fail 'derivatives are written where there are none'

# Errors of derivatives are found, nothing is written, and what is there stays.
silent "$ENZCC" -fenz-syntax-only sum.c -lm -o x
[ -e ours/w/x ] && fail '-fenz-syntax-only links a program'
refused 'No reverse pass found for unknown' "$ENZCC" -fenz-syntax-only missing.c -o x
echo kept >in/x
silent "$ENZCC" -fenz-syntax-only sum.c -lm -o x
[ "$(cat ours/w/x)" = kept ] || fail '-fenz-syntax-only changes the output'
rm in/x
silent "$ENZCC" -fenz-syntax-only hello.c -o x
[ -e ours/w/x ] && fail '-fenz-syntax-only links a program without derivatives'
silent "$ENZCC" -fenz-syntax-only -fno-enz-syntax-only hello.c -o x
[ -e ours/w/x ] || fail '-fno-enz-syntax-only does not link'
# Units are compiled: the link needs them.
silent "$ENZCC" -fenz-syntax-only -c sum.c
has_bitcode ours/w/sum.o || fail '-fenz-syntax-only -c makes no object'
refused 'nothing to be checked' "$ENZCC" -fno-enz -fenz-syntax-only sum.c -lm -o x
finish
