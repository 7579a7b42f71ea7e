# Debuggers: derivatives have lines of the function that they are made of, and a name.
EXAMPLES=$(cd "$(dirname "$0")/../../docs/examples" && pwd)
. "$(dirname "$0")/common.sh"
DWARFDUMP=$("$CLANG" -print-prog-name=llvm-dwarfdump)
SYMBOLIZER=$("$CLANG" -print-prog-name=llvm-symbolizer)
cat >in/cube.c <<'END'
#include <stdio.h>
double sin(double);
void __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup, enzyme_const;
static double inner(double v)
{
    return sin(v) * v;
}
static double cube(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += inner(x[i] * x[i]) * x[i]; /* line 14 */
    return s;
}
int main(int argc, char **argv)
{
    double x[3] = {1, 2, 3}, d[3] = {0};
    (void)argv;
    __enzyme_autodiff((void *)cube, enzyme_dup, x, d, enzyme_const, argc + 2);
    double t = __enzyme_fwddiff((void *)inner, 1.0 + argc, 1.0);
    return !(d[0] > 3.6 && d[0] < 3.61 && t > 0.07 && t < 0.08);
}
END
cp in/cube.c in/cube.cpp
sed -i 's/^\(double sin\|void __enz\|double __enz\|extern int\)/extern "C" \1/; s/"C" extern/"C"/
    s/enzyme_dup, enzyme_const;/enzyme_dup; extern "C" int enzyme_const;/' in/cube.cpp

# Every address of a derivative that stays a function has a line of the source.
for source in cube.c cube.cpp; do
    for level in -O0 -O1 -O2; do
        compiler=$ENZCC
        [ $source = cube.c ] || compiler=$ENZCXX
        silent "$compiler" -g $level $source -lm -o x
        ours/w/x || fail "wrong: $source $level"
        "$DWARFDUMP" --verify ours/w/x >log 2>&1 ||
            fail "$source $level: $(grep error log | head -3)"
        "$DWARFDUMP" ours/w/x >dump
        for name in 'adjoint of cube' 'tangent of inner'; do
            grep -q "DW_AT_name.*\"$name" dump || fail "$source $level: no '$name'"
        done
    done
    silent "$compiler" $source -lm -o x
    "$DWARFDUMP" ours/w/x | grep -q 'adjoint of' && fail "$source: a name without -g"
done
silent "$ENZCC" -g -O0 cube.c -lm -o x
read -r start size <<<"$(readelf -sW ours/w/x | awk '$8 == "enz.grad.cube" { print $2, $3 }')"
for at in $(seq $((0x$start)) 4 $((0x$start + size - 1))); do printf '0x%x\n' "$at"; done |
    "$SYMBOLIZER" --obj=ours/w/x --inlines >lines
for line in 8 14; do
    grep -q "cube.c:$line:" lines || fail "no code of line $line in the adjoint"
done

# A breakpoint is met in the iterations of the forward sweep and in those of the reverse sweep.
if command -v gdb >/dev/null; then
    printf 'break cube.c:14\nrun\nbt\n' >commands
    for i in 1 2 3 4 5; do printf 'continue\nbt\n'; done >>commands
    gdb -q -nx -batch -x commands ours/w/x >log 2>&1
    [ "$(grep -c '^Breakpoint 1.*cube.c:14' log)" -ge 6 ] || fail "breakpoints: $(grep -c ^Br log)"
    [ "$(grep -c '^#1 .*adjoint of cube' log)" -ge 6 ] || fail "backtraces: $(grep '^#' log)"
fi

# So it is in optimised code: clang tells where each statement begins, and both sweeps keep that.
for level in -O1 -O2 -O3; do
    silent "$ENZCC" -g $level cube.c -lm -o x
    stops=$("$DWARFDUMP" --debug-line ours/w/x | grep -c '^0x[0-9a-f]* *14 .* is_stmt')
    [ "$stops" -ge 3 ] || fail "$level: $stops statements at line 14"
    command -v gdb >/dev/null || continue
    gdb -q -nx -batch -x commands ours/w/x >log 2>&1
    for place in 1.1 1.2; do # one in each sweep; gdb stops in one copy of an unrolled loop
        grep -q "^Breakpoint $place, cube.*cube.c:14" log || fail "$level: no breakpoint $place"
    done
    grep -q '^#1 .*adjoint of cube' log || fail "$level: backtraces: $(grep '^#' log)"
done

# The functions of virtual arrays are called where nothing of the source is; a check does not mind.
for level in -O0 -O1 -O2; do
    silent "$ENZCC" -g $level "$EXAMPLES/virtual_arrays.c" -lm -o x
    ours/w/x | cmp -s - "$EXAMPLES/virtual_arrays.out" || fail "wrong: virtual arrays $level"
    silent "$ENZCC" -g $level -fenz-syntax-only "$EXAMPLES/virtual_arrays.c" -lm -o x
done
finish
