# Options of differentiation that are given where a unit is compiled count for the program.
. "$(dirname "$0")/common.sh"

cat >in/main.c <<'END'
#include <math.h>
#include <stdio.h>
double __enzyme_autodiff(void *, ...);
double root(double x);
double least(double x);
double logged(double x);
static double limit(double x) { return root(x); }
static double tie(double x) { return least(x); }
static double product(double x) { return logged(x) * x; }
int main(void)
{
    double singular = __enzyme_autodiff((void *)limit, 0.0);
    printf("%s %g %g\n", isinf(singular) ? "inf" : singular == 0 ? "0" : "?",
           __enzyme_autodiff((void *)tie, 1.0), __enzyme_autodiff((void *)product, 3.0));
    return 0;
}
END
echo '#include <math.h>
double root(double x) { return sqrt(x); }
double least(double x) { return fmin(x, 2 - x); }' >in/root.c
echo 'double logged(double x) { return x * x; }' >in/logged.c
(cd in && "$ENZCC" -O1 -c main.c && "$ENZCC" -O1 -c logged.c) && mv in/*.o .

answers() { # want, what
    local got
    got=$(ours/w/x)
    [ "$got" = "$1" ] || fail "$2: '$got' instead of '$1'"
}
compile() { # output, options...
    local output=$1
    shift
    "$ENZCC" "$@" -c in/root.c -o "$output" || fail "compile $*"
}
link() { # options...
    silent "$ENZCC" "$@" "$SCRATCH/main.o" "$SCRATCH/logged.o" -lm -o x
}

for level in -O0 -O1 -O2 '-O1 -fprofile-instr-generate'; do
    compile root.o $level
    link $level "$SCRATCH/root.o"
    answers '0 -1 27' "$level, no options"
    compile root.o $level -fenz-singular=ieee -fenz-ties=half
    link $level "$SCRATCH/root.o"
    answers 'inf 0 27' "$level, one unit"
    link $level -fenz-singular=zero -fenz-ties=lt "$SCRATCH/root.o"
    answers '0 -1 27' "$level, the link decides"
done

# Of one command the last word counts; the opposite of an option takes it back.
compile root.o -fenz-singular=ieee -fenz-singular=zero -fenz-ties=zero -fenz-ties=half
link "$SCRATCH/root.o"
answers '0 0 27' 'the last word'
link -fenz-singular=ieee -fenz-singular=zero -fenz-singular=ieee "$SCRATCH/root.o"
answers 'inf 0 27' 'the last word of a link'

# Through archives and relocatable links; through linkers that know nothing of options.
compile root.o -O1 -fenz-singular=ieee
rm -f lib.a
ar rcs lib.a root.o
link "$SCRATCH/lib.a"
answers 'inf -1 27' archive
silent "$ENZCC" -r "$SCRATCH/root.o" "$SCRATCH/logged.o" -o part.o
cp ours/w/part.o .
silent "$ENZCC" "$SCRATCH/main.o" "$SCRATCH/part.o" -lm -o x
answers 'inf -1 27' 'enzcc -r'
if ld -r root.o -o part.o 2>/dev/null; then
    link "$SCRATCH/part.o"
    answers 'inf -1 27' 'ld -r'
fi
ENZCC_FLAGS=-fenz-ties=half compile root.o
link "$SCRATCH/root.o"
answers '0 0 27' ENZCC_FLAGS

# Lists add up.
"$ENZCC" -O1 '-fenz-inactive=log*' -c in/logged.c -o listed.o
compile root.o -fenz-inactive=nothing
silent "$ENZCC" -fenz-inactive=neither "$SCRATCH/main.o" "$SCRATCH/listed.o" "$SCRATCH/root.o" \
    -lm -o x
answers '0 -1 9' 'lists'

# Units that contradict each other: the link has to decide.
echo 'int other;' >in/other.c
"$ENZCC" -fenz-singular=zero -fenz-strong-zero -c in/other.c -o other.o
compile root.o -fenz-singular=ieee -fenz-strong-zero
refused "root.c' was compiled with '-fenz-singular=ieee' and '.*other.c' with '-fenz-sing.*=zero'" \
    "$ENZCC" "$SCRATCH/main.o" "$SCRATCH/root.o" "$SCRATCH/logged.o" "$SCRATCH/other.o" -lm -o x
[ -e ours/w/x ] && fail "a failed link leaves a file"
link -fenz-singular=ieee "$SCRATCH/root.o" "$SCRATCH/other.o"
answers 'inf -1 27' 'the link decides a contradiction'
"$ENZCC" -fno-enz-strong-zero -c in/other.c -o other.o
refused "'-fenz-strong-zero' and '.*other.c' with '-fno-enz-strong-zero'" "$ENZCC" \
    "$SCRATCH/main.o" "$SCRATCH/root.o" "$SCRATCH/logged.o" "$SCRATCH/other.o" -lm -o x

# What prints, prints in the command that it is given to.
compile root.o -fenz-dump=request -fenz-stats -fenz-remarks
link "$SCRATCH/root.o"
finish
