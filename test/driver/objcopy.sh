# enz-objcopy changes both halves of an object: derivatives follow the symbols as code does.
. "$(dirname "$0")/common.sh"
ENZ_OBJCOPY=$(dirname "$ENZCC")/enz-objcopy
OBJCOPY=$("$CLANG" -print-prog-name=llvm-objcopy)

echo 'double g(double x); double f(double x) { return g(x) * x; }' >in/f.c
cat >in/g.c <<'END'
static double local(double x) { return x * x; }
__attribute__((noinline)) static double tripled(double x) { return 3 * x; }
double g(double x) { return local(x); }
double my_g(double x) { return 100 * x; }
double sine(double x) { return tripled(x); }
__attribute__((weak)) double weak_g(double x) { return x; }
double also_g(double) __attribute__((alias("g")));
double table[2] = {1, 2};
END
echo 'double g(double x) { return x; }' >in/strong.c
cat >in/primal.c <<'END'
#include <stdio.h>
#ifndef F
#define F f
#endif
double F(double x);
int main(void) { printf("%g\n", F(3)); return 0; }
END
cat >in/slope.c <<'END'
#include <stdio.h>
#ifndef F
#define F f
#endif
double F(double x);
double __enzyme_autodiff(void *, ...);
int main(void) { printf("%g %g\n", F(3), __enzyme_autodiff((void *)F, 3.0)); return 0; }
END

# changed <primal> <derivative> <flags of the callers> <objects> -- <object and options>...
changed() {
    local primal=$1 slope=$2 flags=$3 objects=$4 how tool
    shift 5
    for level in -O0 -O2; do
        for compiler in "$CLANG" "$ENZCC"; do
            (cd in && $compiler $level -c f.c g.c strong.c) && mv in/*.o .
            tool=$OBJCOPY
            [ "$compiler" = "$ENZCC" ] && tool=$ENZ_OBJCOPY
            for how in "$@"; do
                "$tool" ${how#* } ${how%% *}.o || fail "$tool $how"
            done
            run ours $compiler $flags primal.c $objects -lm -o x
            [ "$(ours/w/x)" = "$primal" ] || fail "$compiler $level $*: $(cat ours/err)"
        done
        silent "$ENZCC" $flags slope.c $objects -lm -o x
        [ "$(ours/w/x)" = "$primal $slope" ] ||
            fail "$level $*: $(ours/w/x) instead of $primal $slope"
    done
}
both="$SCRATCH/f.o $SCRATCH/g.o"
changed 900 600 '' "$both" -- 'f --redefine-sym g=my_g'
changed 900 600 '' "$both" -- 'f --redefine-sym=g=my_g --strip-unneeded' 'g -R .comment'
changed 900 600 '' "$both" -- 'g --redefine-sym g=my_g --redefine-sym my_g=g'
changed 27 27 -DF=p_f "$both" -- 'f --prefix-symbols=p_' 'g --prefix-symbols p_'
changed 9 6 '' "$both $SCRATCH/strong.o" -- 'g -L g -L also_g'
changed 9 6 '' "$SCRATCH/f.o $SCRATCH/strong.o $SCRATCH/g.o" -- 'g --weaken'
changed 9 6 '' "$both $SCRATCH/strong.o" -- 'g --weaken-symbol=g'
changed 9 6 '' "$both $SCRATCH/strong.o" -- 'g --keep-global-symbol my_g'
changed 27 18 '' "$both" -- 'g --globalize-symbol=tripled' 'f --redefine-sym g=tripled'
changed 27 27 '' "$both" -- 'f --redefine-sym g=also_g'
changed 27 18 '' "$both" -- 'f --redefine-sym g=sine' 'g --globalize-symbol weak_g'
changed 0.42336 -2.82886 '' "$SCRATCH/f.o" -- 'f --redefine-sym g=sin'

# Into another file; the first stays as it is.
(cd in && "$ENZCC" -O1 -c f.c g.c) && mv in/*.o .
cp f.o before.o
mkdir tmp
TMPDIR=$SCRATCH/tmp "$ENZ_OBJCOPY" --redefine-sym g=my_g f.o after.o || fail "another file"
[ -z "$(ls tmp)" ] || fail "files are left behind"
cmp -s f.o before.o || fail "the input has changed"
silent "$ENZCC" slope.c "$SCRATCH/after.o" "$SCRATCH/g.o" -o x
[ "$(ours/w/x)" = '900 600' ] || fail "another file: $(ours/w/x)"

# All else is as llvm-objcopy does it.
for args in '--redefine-sym g=my_g missing.o out.o' '--no-such-option f.o out.o' \
    '-O binary f.o out.o' '--strip-all f.o out.o' '--version' ''; do
    "$OBJCOPY" $args >theirs.out 2>theirs.err
    status=$?
    mv out.o theirs.o 2>/dev/null
    "$ENZ_OBJCOPY" $args >ours.out 2>ours.err
    [ $? = $status ] || fail "exit status: $args"
    cmp -s ours.out theirs.out || fail "output: $args"
    cmp -s ours.err theirs.err || fail "errors: $args: $(cat ours.err)"
    [ ! -e out.o ] || cmp -s out.o theirs.o || fail "file: $args"
    rm -f out.o theirs.o
done
# Sanitized units, and C++.
cat >in/plus.cpp <<'END'
template <class T> __attribute__((noinline)) T square(T x) { return x * x; }
extern "C" double g(double x) { return square(x); }
END
for flags in '-O0 -fsanitize=address' '-O2 -fsanitize=address,undefined' '-O1 -g'; do
    (cd in && "$ENZCXX" $flags -c plus.cpp && "$ENZCC" $flags -c f.c) && mv in/*.o .
    "$ENZ_OBJCOPY" --redefine-sym g=lib_g --redefine-sym _Z6squareIdET_S0_=lib_square plus.o
    "$ENZ_OBJCOPY" --redefine-sym g=lib_g f.o
    silent "$ENZCC" $flags slope.c "$SCRATCH/f.o" "$SCRATCH/plus.o" -o x
    [ "$(ours/w/x)" = '27 27' ] || fail "C++ $flags: $(ours/w/x)"
done
finish
