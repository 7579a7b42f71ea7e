# Objects that other tools have changed: what clang links is what is linked, and no derivative is
# made of code that is not linked.
. "$(dirname "$0")/common.sh"
OBJCOPY=$("$CLANG" -print-prog-name=llvm-objcopy)

echo 'double g(double x); double f(double x) { return g(x) * x; }' >in/f.c
cat >in/g.c <<'END'
double g(double x) { return x * x; }
double my_g(double x) { return 100 * x; }
double sin(double x);
double my_sin(double x) { return sin(x); }
END
cat >in/first.c <<'END'
#include <stdio.h>
double f(double x);
int main(void) { printf("%g\n", f(3)); return 0; }
END
# With a derivative, of something else and of f.
cat >in/other.c <<'END'
#include <stdio.h>
double __enzyme_autodiff(void *, ...);
double f(double x);
static double cube(double x) { return x * x * x; }
int main(void)
{
    printf("%g\n", f(3));
    return __enzyme_autodiff((void *)cube, 2.0) != 12;
}
END
sed 's/(void \*)cube, 2.0) != 12/(void *)f, 3.0) != 27/; /static/d' in/other.c >in/through.c

# says <program> <number>
says() {
    [ "$("$1")" = "$2" ] || fail "$3: $("$1") instead of $2"
}

# For both compilers and every tool: what the program prints. A derivative through the object is
# refused by its name.
edit() { # output, object, tool...
    local want=$1 object=$2
    shift 2
    for compiler in "$CLANG" "$ENZCC"; do
        (cd in && "$compiler" -O1 -c f.c g.c first.c) && mv in/*.o .
        "$@" "$object.o" changed.o || fail "cannot change: $*"
        mv changed.o "$object.o"
        run ours "$compiler" "$SCRATCH"/first.o "$SCRATCH"/f.o "$SCRATCH"/g.o -lm -o x
        [ "$want" = refused ] || says ours/w/x "$want" "$compiler: $*"
        [ "$want" != refused ] || [ "$(cat ours/rc)" != 0 ] || fail "$compiler links: $*"
    done
    rm -f lib.a
    ar rcs lib.a f.o g.o
    [ "$want" = refused ] && return
    for objects in "$SCRATCH/f.o $SCRATCH/g.o" "$SCRATCH/lib.a" "-L$SCRATCH -l:lib.a"; do
        silent "$ENZCC" -O1 other.c $objects -lm -o x
        says ours/w/x "$want" "$objects: $*"
        refused "note: '.*$object.o.*' is linked as machine code" "$ENZCC" -O1 through.c $objects \
            -lm -o x
    done
}
edit 900 f objcopy --redefine-sym g=my_g
edit 900 f "$OBJCOPY" --redefine-sym g=my_g
edit 27 g objcopy --weaken
edit 27 g objcopy --globalize-symbol=g --redefine-sym my_g=your_g
edit refused g objcopy --localize-symbol g
edit refused f objcopy --prefix-symbols=your_

# An undefined name may become one that a compiler could have used on its own.
echo 'double my_sin(double); double f(double x) { return my_sin(x); }' >in/f.c
echo 'double my_sin(double x) { return 7 * x; }' >in/g.c
edit 0.14112 f objcopy --redefine-sym my_sin=sin

# What leaves both halves alike is no change.
echo 'double g(double x); double f(double x) { return g(x) * x; }' >in/f.c
echo 'double g(double x) { return x * x; }' >in/g.c
for tool in 'strip -g' 'strip --strip-unneeded' 'objcopy' 'objcopy -R .comment'; do
    (cd in && "$ENZCC" -O2 -g -c f.c g.c) && mv in/*.o .
    $tool f.o
    silent "$ENZCC" through.c "$SCRATCH/f.o" "$SCRATCH/g.o" -o x
    says ours/w/x 27 "$tool"
done

# A changed object in a thin archive.
objcopy --redefine-sym g=my_g f.o
rm -f thin.a
ar rcT thin.a f.o
echo 'double my_g(double x) { return 100 * x; }' >in/mine.c
silent "$ENZCC" other.c mine.c "$SCRATCH/thin.a" "$SCRATCH/g.o" -o x
says ours/w/x 900 'a thin archive'
refused "note: '.*thin.a(f.o)' is linked as machine code.*'my_g'" \
    "$ENZCC" through.c mine.c "$SCRATCH/thin.a" "$SCRATCH/g.o" -o x

# Both halves of what is compiled have the same symbols, whatever is compiled and how.
cat >in/names.c <<'END'
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
_Thread_local int local;
int common;
extern int weak_one __attribute__((weak));
int shared __attribute__((weak)) = 1;
static int twin(int x) { return x + 1; }
int alias(int) __attribute__((alias("twin")));
__int128 divide(__int128 a, __int128 b) { return a / b; }
double power(double x, float y) { return pow(2.0, x) + pow(x, 0.5) + sin(x) + cos(x) + sinf(y); }
long double extrema(long double x, long double y)
{
    return fmaxl(x, y) + fminl(x, y) + fmodl(x, y) + fmal(x, y, x) + roundl(x) + ldexpl(x, 3);
}
void sines(double *x) { for (int i = 0; i < 100; i++) x[i] = sin(x[i]) + fmod(x[i], 3.0); }
_Float16 half(double x) { return (_Float16)x; }
char *copy(char *to, const char *from) { return strcpy(to, from) + strlen(to); }
void say(const char *text) { printf("%s\n", text); printf("x"); fprintf(stderr, "word"); }
int same(const void *a, const void *b) { return memcmp(a, b, 100) == 0; }
int *made(size_t n) { int *p = malloc(n); memset(p, 0, n); return &weak_one ? p : &local; }
inline int inner(int x) { return twin(x); }
__asm__(".globl by_hand\nby_hand: .long 1");
int goes(int x) { int big[x + 1000]; memset(big, 0, sizeof big); return big[x] + inner(x); }
END
# Calls that become calls of functions that the unit does not name.
cat >in/replaced.c <<'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
double *grown(size_t n) { return realloc(NULL, n); }
char *copied(void) { return strndup("words", 10); }
size_t length(const wchar_t *s) { return wcslen(s); }
void put(FILE *f) { fputc_unlocked('x', f); fprintf(f, "%c", 'y'); fprintf(f, "text"); }
char *placed(char *to) { return __builtin___strcpy_chk(to, "words", 40); }
END
cat >in/names.cpp <<'END'
#include <stdexcept>
#include <string>
#include <vector>
struct base { virtual ~base(); virtual int f() { return 1; } };
template <class T> struct derived : base { int f() override { return sizeof(T); } };
std::vector<base *> all;
void more() { all.push_back(new derived<int>); static std::string s = "x"; s += "y"; }
int risky(int x)
{
    try { if (x) throw std::runtime_error("x"); } catch (std::exception &e) { return 1; }
    return 0;
}
thread_local std::string mine;
std::string &get() { return mine; }
END
for flags in -O0 -O2 '-O3 -ffast-math -march=haswell' '-Os -fno-math-errno -ffunction-sections' \
    '-O1 -fsanitize=address,undefined' '-O2 --coverage -fPIC -fstack-protector-all' \
    '-O2 -fprofile-instr-generate' '-O3 -ffast-math -fveclib=libmvec' \
    '-O1 -ffp-model=strict' '-O1 -ftrapv -fcommon -pg' '-O2 -fno-builtin -g'; do
    for file in names.c replaced.c names.cpp; do
        run ours "$ENZCC" -w $flags -c $file -o whole.o
        cp ours/w/whole.o .
        silent "$ENZCC" -r "$SCRATCH/whole.o" -o x.o
        has_bitcode ours/w/x.o || fail "halves of $file differ with $flags"
    done
done
finish
