# Custom rules: attributes in every language and standard, options, sections, protected calls.
. "$(dirname "$0")/common.sh"

cat >in/attribute.c <<'END'
extern int enzyme_nofree;
double rev(double x, double seed);
__attribute__((enzyme("gradient", rev))) double f(double x);
__attribute__((enzyme_inactive)) int g(int x);
__attribute__((enzyme_nofree())) void h(void);
int use(void);
double rev(double x, double seed) { return 10 * x * seed; }
double f(double x) { return x; }
int g(int x) { return x + enzyme_nofree; }
void h(void) { }
int use(void) { h(); return g(1) + (f(1) > 0); }
END
cp in/attribute.c in/attribute.cpp
cat >in/named.c <<'END'
int enzyme(int);
int enzyme(int x) { return x; }
END

# The macros warn in no language and no standard, and leave no trace in lists of dependencies.
for std in c89 gnu89 c99 c11 gnu17 c23; do
    silent "$ENZCC" -std=$std -pedantic-errors -Weverything -Werror -c attribute.c
done
silent "$ENZCC" -ansi -pedantic-errors -Wall -Werror -c attribute.c
for std in c++98 c++11 c++17 c++23; do
    silent "$ENZCXX" -std=$std -pedantic-errors -Weverything -Wno-c++98-compat-pedantic \
        -Wno-old-style-cast -Wno-poison-system-directories -Werror -c attribute.cpp
done
silent "$ENZCC" -x c++ -std=c++98 -pedantic-errors -Wall -Werror -c attribute.c
silent "$ENZCC" -fno-enz-attributes -c named.c
# A source that has a name for something of its own keeps it, and has the other attributes.
for flags in '' '-std=c89 -pedantic-errors' '-std=c++98 -pedantic-errors -x c++'; do
    for compiler in "$CLANG" "$ENZCC"; do
        silent $compiler $flags -Wall -Werror -c named.c
    done
done
cat >in/own.c <<'END'
// enzyme_inactive in a comment, "quoted \
 enzyme_shouldrecompute */
/* " */
#define FIRST enzyme("gradient", rev)
#define ATTRIBUTE(x) __attribute__((x))
struct enzyme { int enzyme, enzyme_inactive; };
static const char *text = "\" int enzyme_function_like(1)", quote = '"';
int enzyme_sparse_accumulate(int x);
int enzyme_sparse_accumulate(int x) { return x; }
ATTRIBUTE(enzyme_function_like("sin")) double sine(double x);
__attribute__((noinline, enzyme_shouldrecompute)) int twice(int x) { return 2 * x; }
int main(void)
{
    struct enzyme e = {1, 2};
    return enzyme_sparse_accumulate(e.enzyme + e.enzyme_inactive) + !text + (quote == 0) - 3;
}
END
run ours "$ENZCC" -E own.c
[ "$(grep -c 'annotate(' ours/out)" = 2 ] || fail "attributes beside names of the source's own"
silent "$ENZCC" -Wall -Wno-comment -Werror own.c -o x
ours/w/x || fail "names of the source's own"
cat >in/raw.cpp <<'END'
static const char *text = R"x(" int enzyme(1) )" )x", *other = R"( ' )";
[[gnu::noinline, clang::annotate("enzyme(")]] int f() { return !text + !other; }
__attribute__((enzyme_inactive)) int g();
int main() { return f(); }
END
run ours "$ENZCXX" -E raw.cpp
[ "$(grep -c '__attribute__((annotate(' ours/out)" = 1 ] || fail "attributes beside raw strings"
silent "$ENZCXX" -std=c++11 raw.cpp -o x
# Preprocessed text and dependencies are clang's.
echo 'int plain(int x); int plain(int x) { return x; }' >in/plain.cpp
for args in '-E plain.cpp' '-E -std=c++98 plain.cpp' '-E -Wall -Wextra -pedantic plain.cpp' \
    '-M plain.cpp' '-MMD -std=c++20 -Wpedantic -c plain.cpp -o x.o' '-MD -c plain.cpp -o x.o' \
    '-E -x c++ plain.cpp'; do
    run ours "$ENZCXX" $args
    run theirs $CLANGXX $args
    for file in out err w/x.d; do
        [ ! -e theirs/$file ] || cmp -s ours/$file theirs/$file || fail "$file: $args
$(diff ours/$file theirs/$file | head -5)"
    done
done
run ours "$ENZCC" -std=c89 -Wall -E main.c
run theirs "$CLANG" -std=c89 -Wall -E main.c
cmp -s ours/out theirs/out || fail "-E -std=c89"
cat >in/twice.h <<'END'
int twice(int);
END
cat >in/twice.cpp <<'END'
__attribute__((enzyme_inactive)) int twice(int x) { return 2 * x; }
END
"$ENZCXX" -x c++-header in/twice.h -o in/twice.h.pch
silent "$ENZCXX" -Werror -include twice.h -c twice.cpp
"$ENZCXX" -x c++-header in/twice.h -o in/other.pch
silent "$ENZCXX" -Werror -include-pch other.pch -c twice.cpp
run ours "$ENZCXX" -E attribute.cpp -o attribute.ii
cp ours/w/attribute.ii in/attribute.ii
silent "$ENZCXX" -Werror -c attribute.ii

# Options, and everything that might lose a registration. The rule says 10 x.
cat >in/primal.c <<'END'
double half(double x) { return x * x / 2; }
static double rev(double x, double seed) { return 10 * x * seed; }
__attribute__((used)) static void *__enzyme_register_gradient_half[] = {
    (void *)half, (void *)half, (void *)rev};
double twice_half(double x) { return 2 * half(x); }
END
cat >in/logged.c <<'END'
double logged(double x) { return x * x; }
double twice_logged(double x) { return logged(x) * x; }
END
cat >in/main.c <<'END'
extern double __enzyme_autodiff(void *, ...);
double twice_half(double x), twice_logged(double x);
static double total;
static double f(double x) { total = x * x; return twice_half(x) + total * x; }
int main(int argc, char **argv)
{
    (void)argv;
    double d = argc > 1 ? __enzyme_autodiff((void *)twice_logged, 3.0)
                        : __enzyme_autodiff((void *)f, 3.0);
    return (int)(d + 0.5);
}
END

answers() { # status, what, arguments
    (cd ours/w && ./x ${3:-}) && true
    local got=$?
    [ $got = "$1" ] || fail "$2: the derivative is $got, not $1"
}

for flags in -O0 -O1 -O2 -O3 -Os "-O2 -g" \
    "-O2 -ffunction-sections -fdata-sections -Wl,--gc-sections" \
    "-O2 -fPIC -pie" "-O2 -fvisibility=hidden" "-O2 -fno-plt -fno-semantic-interposition"; do
    silent "$ENZCC" $flags main.c primal.c logged.c -o x
    answers 87 "$flags"
done
for level in -O0 -O2; do
    (cd in && "$ENZCC" $level -c main.c primal.c logged.c) && mv in/*.o .
    silent "$ENZCC" $level "$SCRATCH"/main.o "$SCRATCH"/primal.o "$SCRATCH"/logged.o -o x
    answers 87 "$level, objects"
    rm -f lib.a
    ar rcs lib.a primal.o logged.o
    silent "$ENZCC" $level "$SCRATCH"/main.o "$SCRATCH"/lib.a -Wl,--gc-sections -o x
    answers 87 "$level, archive"
    # Checks find it where it is.
    silent "$ENZCC" $level -fenz-check=dot,fd -fenz-inactive-globals "$SCRATCH"/main.o \
        "$SCRATCH"/lib.a -o x
    (cd ours/w && ./x 2>checked)
    for text in 'primal.c:5:[0-9]*: here half is called, whose own derivative differs' \
        'reverse mode of half follows rev (.*primal.c:2)'; do
        grep -q "$text" ours/w/checked || fail "$level, -fenz-check does not say: $text
$(cat ours/w/checked)"
    done
    silent "$ENZCC" $level -r "$SCRATCH"/primal.o "$SCRATCH"/logged.o -o part.o
    cp ours/w/part.o .
    silent "$ENZCC" $level "$SCRATCH"/main.o "$SCRATCH"/part.o -o x
    answers 87 "$level, relocatable"
    nm primal.o | grep -q ' T half' || fail "$level: half is not an ordinary symbol"
    silent "$ENZCC" $level -fenz-inactive-globals main.c primal.c logged.c -o x
    answers 69 "$level, -fenz-inactive-globals"
    silent "$ENZCC" $level main.c primal.c logged.c -o x
    answers 27 "$level" logged
    silent "$ENZCC" $level '-fenz-inactive=print*,log*' main.c primal.c logged.c -o x
    answers 9 "$level, -fenz-inactive" logged
done
finish
