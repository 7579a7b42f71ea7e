# A derivative across files comes out right however the program is put together.
. "$(dirname "$0")/common.sh"
STRICT="-Werror -Wunused-command-line-argument"

cat >in/power.c <<'END'
double factor(double x);
double power(double x, int n) /* x^(2^n), while it stays small */
{
    while (n-- > 0 && x < 1e6)
        x = factor(x) * x;
    return x;
}
END
echo 'double factor(double x) { return x; }' >in/factor.c
cat >in/slope.c <<'END'
double __enzyme_autodiff(void *, ...);
extern int enzyme_const;
double power(double x, int n);
double slope(double x, int n)
{
    return __enzyme_autodiff((void *)power, x, enzyme_const, n);
}
END
cat >in/ask.c <<'END'
#include <math.h>
#include <stdio.h>
double slope(double x, int n);
int main(void)
{
    double want = 8 * pow(1.5, 7), got = slope(1.5, 3);
    if (fabs(got - want) > 1e-12 * want)
        printf("%.17g instead of %.17g\n", got, want);
    return fabs(got - want) > 1e-12 * want;
}
END
right() {
    [ -x ours/w/x ] || { fail "no program: $1"; return; }
    ours/w/x >wrong || fail "wrong: $1 $(cat wrong)"
}

for level in -O0 -O1 -O2 -O3 '-O2 -g' '-O2 -fPIC' '-O2 -ffunction-sections' \
    '-O0 -fno-integrated-as' '-O2 -no-integrated-as'; do
    silent "$ENZCC" $STRICT $level ask.c slope.c power.c factor.c -lm -o x
    right "one command $level"
    "$ENZCC" $level -c in/ask.c in/slope.c in/power.c in/factor.c || fail "compile $level"
    silent "$ENZCC" $STRICT "$SCRATCH"/{ask,slope,power,factor}.o -lm -o x
    right "objects $level"
done
OBJECTS="$SCRATCH/slope.o $SCRATCH/power.o $SCRATCH/factor.o"

for flags in -static -static-pie -no-pie -Wl,--gc-sections -s -rdynamic -Wl,-O2 -O0 -O3 \
    -flto -flto=thin -fno-lto -Wl,--as-needed -fuse-ld=lld; do
    silent "$ENZCC" $STRICT $flags "$SCRATCH/ask.o" $OBJECTS -lm -o x
    right "link $flags"
done
silent "$ENZCXX" $STRICT "$SCRATCH/ask.o" $OBJECTS -o x
right "linked as C++"

# No -lm, no DT_NEEDED beyond what the program has, nothing left of the calls.
silent "$ENZCC" $STRICT ask.c slope.c power.c factor.c -o x -lm
nm ours/w/x | grep -q '__enzyme\|enzyme_const' && fail "derivative calls are left over"

ar rcs libpower.a power.o factor.o
ar rcs libslope.a slope.o
for libs in '-lslope -lpower' '-Wl,--start-group -lpower -lslope -Wl,--end-group' \
    '-Wl,--whole-archive -lslope -lpower -Wl,--no-whole-archive'; do
    silent "$ENZCC" $STRICT "$SCRATCH/ask.o" -L"$SCRATCH" $libs -lm -o x
    right "archives $libs"
done
ar rcsT libthin.a slope.o power.o factor.o
silent "$ENZCC" $STRICT "$SCRATCH/ask.o" "$SCRATCH/libthin.a" -lm -o x
right "thin archive"

silent "$ENZCC" $STRICT -r $OBJECTS -o part.o
cp ours/w/part.o .
silent "$ENZCC" $STRICT "$SCRATCH/ask.o" "$SCRATCH/part.o" -lm -o x
right "relocatable"
silent "$ENZCC" $STRICT -r "$SCRATCH/power.o" "$SCRATCH/factor.o" -o part.o
cp ours/w/part.o .
silent "$ENZCC" $STRICT "$SCRATCH/ask.o" "$SCRATCH/slope.o" "$SCRATCH/part.o" -lm -o x
right "relocatable primal"

"$ENZCC" -O2 -fPIC -c in/slope.c in/power.c in/factor.c
silent "$ENZCC" $STRICT -shared $OBJECTS -o libslope.so
cp ours/w/libslope.so .
nm -D --defined-only libslope.so | grep -q 'enz' && fail "the library exports ours"
silent "$ENZCC" $STRICT "$SCRATCH/ask.o" "$SCRATCH/libslope.so" -Wl,-rpath,"$SCRATCH" -lm -o x
right "shared library"
silent "$CLANG" ask.c "$SCRATCH/libslope.so" -Wl,-rpath,"$SCRATCH" -lm -o x
right "shared library, used by clang"

# Files are what is in them, whatever they are called; special links are what they are with clang.
"$ENZCC" -O1 -c in/ask.c in/slope.c in/power.c in/factor.c
cp power.o power
for to in ask.lo slope.pico factor.os; do cp "${to%.*}.o" $to; done
"$ENZCC" -O1 -emit-llvm -c in/factor.c -o factor.bc
"$CLANG" -O1 -emit-llvm -S in/power.c -o power.ll
for files in 'ask.lo slope.pico power factor.os' 'ask.o slope.o power.ll factor.bc'; do
    silent "$ENZCC" $STRICT $(printf " $SCRATCH/%s" $files) -lm -pthread -z now -Wl,-e,_start \
        -Wl,--defsym=unused=0 -u main -o x
    right "$files"
done

# Symbols that the linker replaces: derivatives are of what the program calls then.
cat >in/wrapped.c <<'END'
#include <stdio.h>
#include <stdlib.h>
double shape(double), __real_shape(double), weight(double);
void *__real_malloc(size_t);
static int blocks;
void *__wrap_malloc(size_t size) { blocks++; return __real_malloc(size); }
double __wrap_shape(double x) { return 2 * __real_shape(x); }
double light(double x) { return 5 * x; }
static double f(double x)
{
    double *p = malloc(sizeof *p), y = (*p = x, shape(*p) * weight(x));
    free(p);
    return y;
}
#ifdef DERIVE
double __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);
int main(void)
{
    double reverse = __enzyme_autodiff((void *)f, 3.0);
    double forward = __enzyme_fwddiff((void *)shape, 3.0, 1.0);
    printf("%g %g %g\n", f(3), reverse, forward);
    return blocks == 0;
}
#else
int main(void) { printf("%g 270 12\n", f(3)); return blocks == 0; }
#endif
END
cat >in/shape.c <<'END'
double shape(double x) { return x * x; }
double weight(double x) { return x; }
double (*const taken)(double) = shape;
END
(cd in && "$CLANG" -c shape.c -o native.o) && mv in/native.o .
REPLACED='-Wl,--wrap=shape,-wrap,malloc,--defsym=weight=light'
for level in -O0 -O2; do
    silent "$CLANG" -fuse-ld=lld $level wrapped.c shape.c $REPLACED -o x
    [ "$(ours/w/x)" = '270 270 12' ] || fail "clang $level: $(ours/w/x)"
    silent "$ENZCC" $level -DDERIVE wrapped.c shape.c $REPLACED -o x
    [ "$(ours/w/x)" = '270 270 12' ] || fail "symbols that are replaced, $level: $(ours/w/x)"
    refused 'No .* found for shape' "$ENZCC" $level -DDERIVE wrapped.c "$SCRATCH/native.o" \
        $REPLACED -o x
done

# So it is where linker scripts set them: to another function, or to what nobody knows.
cat >in/assigned.c <<'END'
#include <stdio.h>
double weight(double), spare(double);
double light(double x) { return 5 * x; }
double heavy(double x) { return 7 * x; }
static double f(double x) { return x * x * weight(x); }
static double g(double x) { return x * spare(x); }
#ifdef DERIVE
double __enzyme_autodiff(void *, ...);
int main(void)
{
    double of_f = __enzyme_autodiff((void *)f, 3.0), of_g = __enzyme_autodiff((void *)g, 3.0);
    printf("%g %g %g %g\n", f(3), of_f, g(3), of_g);
    return 0;
}
#else
int main(void) { printf("%g %g %g %g\n", f(3), f(3), g(3), 2 * g(3) / 3); return 0; }
#endif
END
cat >in/weight.c <<'END'
double weight(double x) { return x; }
END
cat >in/spare.c <<'END'
double spare(double x) { return 2 * x; }
END
(cd in && "$CLANG" -c spare.c -o spare.o && rm -f spare.a && ar rcs spare.a spare.o && rm spare.o &&
    "$CLANG" -flto -c weight.c -o lto.o)
assigned() { # expected objects...
    local want=$1
    shift
    silent "$CLANG" -fuse-ld=lld $level assigned.c "$@" -o x
    [ "$(ours/w/x)" = "$want" ] || fail "clang $level, a script sets symbols: $(ours/w/x)"
    silent "$ENZCC" $level -DDERIVE assigned.c "$@" -o x
    [ "$(ours/w/x)" = "$want" ] || fail "a script sets symbols, $level, $*: $(ours/w/x)"
}
printf '/* = */ "weight"=light;PROVIDE ( spare = heavy );\n' >in/one.t
printf 'ENTRY(_start) # weight = heavy\nSECTIONS { HIDDEN(weight = light); ' >in/two.t
printf 'PROVIDE_HIDDEN(spare=heavy); last = .; } INSERT AFTER .data;\n' >>in/two.t
printf 'weight = light + 0;\n' >in/sum.t
for level in -O0 -O2; do
    for script in one.t -Wl,-T,two.t; do
        assigned '135 135 63 42' weight.c $script
        assigned '135 135 63 42' $script lto.o
        assigned '135 135 18 12' weight.c $script spare.c
    done
    refused 'No .* found for spare' "$ENZCC" $level -DDERIVE assigned.c weight.c one.t spare.a -o x
    for weight in weight.c lto.o; do
        refused 'No .* found for weight' "$ENZCC" $level -DDERIVE assigned.c $weight spare.c sum.t \
            -o x
    done
done

# What cannot be differentiated is an error, and no file is made.
"$CLANG" -c in/factor.c -o native.o
refused 'factor' "$ENZCC" "$SCRATCH/ask.o" "$SCRATCH/slope.o" "$SCRATCH/power.o" \
    "$SCRATCH/native.o" -lm -o x
[ -e ours/w/x ] && fail "a failed link leaves a file"
refused 'undefined.*__enzyme_autodiff' "$ENZCC" --enz-off ask.c slope.c power.c factor.c -lm -o x

# An installation without the file with library bodies, or with a damaged one.
mkdir -p broken/bin broken/lib/enzcc
cp "$ENZCC" broken/bin/enzcc
cp "$(dirname "$ENZCC")"/../lib/enzcc/*.* broken/lib/enzcc
rm broken/lib/enzcc/bundle.bc
refused 'incomplete.*bundle.bc' "$SCRATCH/broken/bin/enzcc" "$SCRATCH/ask.o" $OBJECTS -lm -o x
echo damaged >broken/lib/enzcc/bundle.bc
refused 'Enzyme: cannot use .*bundle.bc.*enz-bundle' "$SCRATCH/broken/bin/enzcc" "$SCRATCH/ask.o" \
    $OBJECTS -lm -o x
[ -e ours/w/x ] && fail "a failed link leaves a file"

# The same program twice is the same file.
silent "$ENZCC" -O2 ask.c slope.c power.c factor.c -lm -o x
cp ours/w/x first
silent "$ENZCC" -O2 ask.c slope.c power.c factor.c -lm -o x
cmp -s first ours/w/x || fail "linking twice makes different files"
finish
