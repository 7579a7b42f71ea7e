# Sanitizers: what they find in a program they find in its derivatives, and nothing else.
. "$(dirname "$0")/common.sh"

cat >in/sums.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
double sin(double);
void __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup, enzyme_const;
static const double weights[4] = {1, 2, 3, 4};
__attribute__((noinline)) static double sum(double *x, int n)
{
    double s = 0, *squares = malloc(n * sizeof *squares);
    for (int i = 0; i < n; i++)
        squares[i] = x[i] * x[i];
    for (int i = 0; i < n && s < 1e9; i++)
        s += squares[i] * weights[i % 4]; /* line 16 */
    free(squares);
    return s;
}
static double on_stack(double x)
{
    double powers[5] = {1};
    for (int i = 1; i < 5; i++)
        powers[i] = powers[i - 1] * x;
    return powers[4] + sin(x) * 0;
}
enum { N = 6 };
static double x[N], shared[2 * N];
static int n, same;
static void *work(void *number)
{
    double *d = shared + (same || !number ? 0 : N);
    __enzyme_autodiff((void *)sum, enzyme_dup, x, d, enzyme_const, n);
    return NULL;
}
int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    pthread_t threads[2];
    n = N - (argc > 5);
    double *d = calloc(strcmp(what, "short") ? n : n - 1, sizeof *d);
    for (int i = 0; i < n; i++)
        x[i] = i + (argc > 0);
    same = !strcmp(what, "race");
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, i ? &same : NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    if (!strcmp(what, "freed"))
        free(d);
    __enzyme_autodiff((void *)sum, enzyme_dup, x, d, enzyme_const, n);
    printf("%g %g %g %g\n", d[0], d[4], __enzyme_fwddiff((void *)on_stack, 2.0, 1.0), shared[1]);
    if (strcmp(what, "freed"))
        free(d);
    for (int i = 0; i < 20 && !strcmp(what, "leak"); i++) /* one is still in some register */
        *(double *volatile *)&d = malloc(8);
    return 0;
}
END
cat >in/use.cpp <<'END'
#include <cstdio>
#include <enzyme/enzyme>
#include <memory>
#include <vector>
struct shape { virtual double area(double x) const = 0; virtual ~shape() = default; };
struct square : shape { double area(double x) const override { return x * x; } };
static double f(double x) { return x * x * x; }
static double g(double *x, int n)
{
    std::vector<double> v(x, x + n);
    std::unique_ptr<shape> s(new square);
    double sum = 0;
    for (double a : v)
        sum += s->area(a);
    return sum;
}
static double through(double (*h)(double), double x) { return h(x) * x; }
int main()
{
    auto d = enzyme::autodiff<enzyme::Reverse>(f, enzyme::Active<double>{2.0});
    double x[3] = {1, 2, 3}, dx[3] = {0, 0, 0};
    enzyme::autodiff<enzyme::Reverse>(g, enzyme::Duplicated<double *>{x, dx},
                                      enzyme::Const<int>{3});
    auto t = enzyme::autodiff<enzyme::Forward>(through, enzyme::Const<double (*)(double)>{f},
                                               enzyme::Duplicated<double>{2.0, 1.0});
    std::printf("%g %g %g\n", enzyme::get<0>(enzyme::get<0>(d)), dx[2], enzyme::get<0>(t));
    return 0;
}
END

right() { # program, expected line, what
    "$1" >out 2>err
    [ $? = 0 ] && [ "$(cat out)" = "$2" ] && [ ! -s err ] || fail "$3: $(head -5 out err)"
}
finds() { # argument, pattern, what
    ours/w/x "$1" >out 2>&1
    grep -q "$2" out || fail "$3 $1: no '$2':
$(head -20 out)"
}

for level in -O0 -O1 -O2; do
    for s in address undefined leak address,undefined thread thread,undefined; do
        silent "$ENZCC" -g $level -fsanitize=$s -fno-sanitize-recover=undefined sums.c -lm -o x
        right ours/w/x '2 10 32 8' "$s $level"
        case $s in
        address*)
            finds short 'heap-buffer-overflow' "$s $level"
            grep -q '#0 .* in sum .*sums.c:1[0-9]' out || fail "$s $level: where? $(head -9 out)"
            finds freed 'heap-use-after-free' "$s $level"
            finds leak 'LeakSanitizer: detected' "$s $level"
            ;;
        leak) finds leak 'LeakSanitizer: detected' "$s $level" ;;
        thread*)
            finds race 'ThreadSanitizer: data race' "$s $level"
            grep -q '#0 sum .*sums.c:1[0-9]' out || fail "$s $level: where? $(head -9 out)"
            ;;
        esac
        silent "$ENZCXX" -std=c++17 $level -fsanitize=$s -fno-sanitize-recover=undefined use.cpp \
            -o x
        right ours/w/x '12 6 32' "C++, $s $level"
    done
done

# Objects, with a unit that is not sanitized, and with one that has its checks already.
cat >in/half.c <<'END'
double half(double x) { return x / 2; }
END
cat >in/main.c <<'END'
#include <stdio.h>
double __enzyme_autodiff(void *, ...);
double half(double x);
static double f(const double *p, double x) { return half(x) * *p; }
extern int enzyme_const;
int main(int argc, char **argv)
{
    static double table[2] = {3, 4};
    (void)argv;
    printf("%g\n", __enzyme_autodiff((void *)f, enzyme_const, table + 2 * (argc - 1), 5.0));
    return 0;
}
END
for flags in '' '-fsanitize=address' '-fsanitize=address --coverage'; do
    for level in -O0 -O2; do
        "$ENZCC" $level $flags -c in/half.c -o half.o 2>err || fail "$flags: $(cat err)"
        case $flags in *coverage*) flags='-fsanitize=address' ;; esac
        "$ENZCC" $level -fsanitize=address -c in/main.c -o main.o
        for how in "$SCRATCH/main.o" "-Wl,--whole-archive $SCRATCH/lib.a -Wl,--no-whole-archive"; do
            rm -f lib.a
            ar rcs lib.a main.o
            silent "$ENZCC" $level -fsanitize=address $how "$SCRATCH/half.o" --coverage -o x
            right ours/w/x 1.5 "$flags $level"
            finds 1 'global-buffer-overflow' "$flags $level"
        done
    done
done

# The program goes on after an error if it is to.
silent "$ENZCC" -O1 -fsanitize=address -fsanitize-recover=address sums.c -lm -o x
export ASAN_OPTIONS=halt_on_error=0:detect_leaks=0
finds short 'heap-buffer-overflow'
grep -q '^2 10 32 8$' out || fail "-fsanitize-recover=address does not go on: $(tail -3 out)"
silent "$ENZCC" -O1 -fsanitize=address sums.c -lm -o x
finds short 'heap-buffer-overflow'
grep -q '^2 10 32 8$' out && fail "goes on without -fsanitize-recover=address"
unset ASAN_OPTIONS

# Shared libraries, whose functions of <enzyme/enzyme> others could call.
for flags in '-O0' '-O2' '-O2 -fsanitize=address'; do
    silent "$ENZCXX" -std=c++17 -shared -fPIC $flags use.cpp -o x.so
    silent "$ENZCXX" -std=c++17 -rdynamic $flags use.cpp -o x
    right ours/w/x '12 6 32' "-rdynamic $flags"
done
finish
