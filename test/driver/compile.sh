# Compile steps: outputs, dependency files, silence, bitcode where it belongs.
. "$(dirname "$0")/common.sh"

same -E hello.c
same -E hello.c -o hello.i
same -P -E twice.c
same -M main.c
same -MM main.c twice.c
same -fsyntax-only main.c
same -fsyntax-only broken.c
same -c broken.c
same -Wall -c warn.c
same -Wall -Werror -c warn.c
same -c missing.c
same -c -o x.o main.c twice.c
same -fno-such-option -c main.c
same --no-such-option -c main.c
same -c -S main.c -o main.s -E
for actions in '-c -S' '-S -c' '-E -c -o x' '-c -MM' '-M -S -o x' '-fsyntax-only -c' \
    '-emit-llvm -S -c' '-emit-ast -c'; do
    same $actions hello.c # whichever clang takes
done
mkdir in/other
printf '\357\273\277int marked(void) { return 1; }\n' >in/other/marked.c
printf 'int no_newline(void) { return 1; }' >in/other/no_newline.c
: >in/other/empty.c
same -c other/marked.c other/no_newline.c other/empty.c # objects are made in this directory
same -E -P /dev/null
echo 'const char *when = __DATE__ __TIME__;' >in/date.c
SOURCE_DATE_EPOCH=1 same -E date.c
grep -q '"Jan  1 1970" "00:00:01"' ours/out || fail "SOURCE_DATE_EPOCH: $(cat ours/out)"
same -c twice.c -o missing/x.o
same -xc -c missing
same - -c
same -emit-llvm -S twice.c -o -
same -emit-llvm -c twice.c
same -emit-llvm twice.c
same --analyze main.c
same -w -c warn.c -MD -MF out.d -MT target
cmp -s ours/w/out.d theirs/w/out.d || fail "-MD file differs"
same -c main.c twice.c hello.c

for flags in -MD -MMD '-MD -MP' '-MD -MF x.d' '-MMD -MFx.d -MQ a$b' '-Wp,-MD,x.d' \
    '-MD -o sub.o' '-MJ x.json' '-MD -MV -MT a' '-MM -MG -MF x.d'; do
    same -c hello.c $flags
    for file in $(cd theirs/w && find . -name '*.d' -o -name '*.json'); do
        cmp -s "ours/w/$file" "theirs/w/$file" || [ "$file" = ./x.json ] ||
            fail "$file differs with $flags"
    done
done

echo 'int proto(int x); int proto(int x) { return 2 * x; }' >in/proto.c

# So they are for commands that also link.
for words in 'hello.c -MD' 'main.c twice.c -MMD -o x' 'hello.c -MD -MP -MT t -o x.out' \
    'hello.c -MD -MF y.d -o x'; do
    same -fuse-ld=lld $words
    for file in $(cd theirs/w && ls *.d); do
        cmp -s "ours/w/$file" "theirs/w/$file" || fail "$file differs with $words"
    done
done

# Side files land where clang puts them.
for flags in -save-temps -save-temps=obj -ftime-trace -fsave-optimization-record \
    '-g -gsplit-dwarf' --coverage '-fprofile-instr-generate -fcoverage-mapping' \
    -fstack-usage '--serialize-diagnostics x.dia'; do
    same -O2 -c hello.c -o named.o $flags
done

# Silence under -Werror with nothing unused, on every kind of input.
STRICT="-Werror -Wunused-command-line-argument"
for args in '-c hello.c' '-O2 -c hello.c' '-g -c hello.c' '-c twice.i' '-c data.s' \
    '-c cpp.S' '-S hello.c' '-S -O3 hello.c' '-E hello.c -o x' '-M hello.c -o x' \
    '-c hello.c -flto' '-c hello.c -flto=thin' '-c hello.c -flto=auto' '-c hello.c -flto=8' \
    '-c hello.c -fno-lto' '-c hello.c -fno-fat-lto-objects' '-c hello.c data.s' \
    '-emit-llvm -c hello.c' '-x c-header hello.c -o h.pch' '-c -fPIC hello.c' \
    '-O0 -c hello.c -fsanitize=address' '-c --coverage hello.c' '-Weverything -c proto.c' \
    '-c -o /dev/null hello.c' '-c -x c /dev/null -o x.o' '-fsyntax-only hello.c' \
    '-c -march=native hello.c' '-O1 -c -fembed-bitcode hello.c' \
    '-c hello.c -flto -funified-lto' '-c hello.c -flto -fwhole-program-vtables' \
    '-c hello.c -flto=thin -fsplit-lto-unit -ffat-lto-objects' '-no-integrated-as -c hello.c' \
    '-O2 -fno-integrated-as -c hello.c' \
    '-Rpass=inline -c twice.c' '-c -gsplit-dwarf -g twice.c'; do
    silent "$ENZCC" $STRICT $args
done
silent "$ENZCXX" $STRICT -c plus.cpp
[ -c /dev/null ] || fail "/dev/null is no device any more"

# Standard input and output.
echo 'int f(int x) { return x; }' >in/stdin.c
stdin() {
    (cd "$SCRATCH" && "$@" <in/stdin.c)
}
[ "$(stdin "$ENZCC" -E - | tail -1)" = 'int f(int x) { return x; }' ] || fail "-E -"
stdin "$ENZCC" -xc -c - -o stdin.o || fail "-xc -c -"
has_bitcode stdin.o || fail "no bitcode from standard input"
stdin "$ENZCC" -xc -S - -o - | grep -q '^f:' || fail "-S to standard output"
stdin "$ENZCC" -x c -c - -o- >stdin2.o || fail "-c to standard output"
file_kind=$(head -c 4 stdin2.o | tail -c 3)
[ "$file_kind" = ELF ] || fail "-o- is no object"

# What is made.
run ours "$ENZCC" -c hello.c
has_bitcode ours/w/hello.o || fail "object without bitcode"
readelf -SW ours/w/hello.o | grep -q '\.debug_' && fail "debug information without -g"
run ours "$ENZCC" -c cpp.S
has_bitcode ours/w/cpp.o && fail "bitcode from assembly"
run ours "$ENZCC" -S hello.c
grep -q '^main:' ours/w/hello.s || fail "-S is not assembly"
run ours "$ENZCC" -c hello.c -fno-lto
has_bitcode ours/w/hello.o || fail "-fno-lto loses bitcode"
run ours "$ENZCC" -c hello.c -flto=thin
has_bitcode ours/w/hello.o || fail "-flto=thin loses bitcode"
run ours "$ENZCC" -c hello.c --enz-off
has_bitcode ours/w/hello.o && fail "--enz-off makes bitcode"
ENZCC_OFF=1 run ours "$ENZCC" -c hello.c
has_bitcode ours/w/hello.o && fail "ENZCC_OFF makes bitcode"

# Source locations exist without -g.
run ours "$ENZCC" -c twice.c
objcopy=$("$CLANG" -print-prog-name=llvm-objcopy)
dis=$("$CLANG" -print-prog-name=llvm-dis)
"$objcopy" --dump-section=.llvm.lto=twice.bc ours/w/twice.o
"$dis" twice.bc -o - >twice.ll
grep -q '!dbg' twice.ll || fail "no source locations without -g"

# The native half is what clang makes of it.
for level in -O0 -O1 -O2 -O3 -Os; do
    run ours "$ENZCC" $level -c hello.c
    run theirs "$CLANG" $level -c hello.c
    cmp -s <(objdump -d ours/w/hello.o | tail -n +4) <(objdump -d theirs/w/hello.o | tail -n +4) ||
        fail "native code differs from clang's at $level"
done

cat >in/classes.cpp <<'END'
#include <atomic>
#include <cmath>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <vector>
long double logarithm_of_sum(const std::vector<long double> &numbers)
{
    long double largest = numbers[0], sum = 0;
    for (auto x : numbers)
        largest = std::max(x, largest);
    for (auto x : numbers)
        sum += std::exp(x - largest);
    return largest + std::log(sum);
}
struct shape { virtual double area() const = 0; virtual ~shape() = default; };
struct square : shape { double side = 1; double area() const override { return side * side; } };
namespace { struct empty : shape { double area() const override { return 0; } }; }
double total(const std::vector<std::unique_ptr<shape>> &shapes)
{
    double sum = 0;
    for (auto &s : shapes)
        sum += s->area();
    return sum;
}
std::map<std::string, std::unique_ptr<shape>> make()
{
    std::map<std::string, std::unique_ptr<shape>> all;
    all["square"] = std::make_unique<square>();
    all["empty"] = std::make_unique<empty>();
    if (all.size() != 2)
        throw std::string("empty");
    return all;
}
static std::atomic_flag taken = ATOMIC_FLAG_INIT;
int in_turn(std::shared_ptr<int> number)
{
    while (taken.test_and_set())
        ;
    std::future<int> later = std::async(std::launch::async, [number] { return *number; });
    taken.clear();
    return later.get();
}
END
native_code() { # compiler, options...
    "$@" -I"$headers" -c -o native.o || FAILED=$((FAILED + 1))
    objdump -drw native.o | tail -n +4
}
headers=$(dirname "$0")/../../headers
runtime=$(dirname "$0")/../../runtime
compared=0
levels=(-O0 -O2 '-O3 -g -march=haswell' '-Os -fPIC -flto' '-O1 -fno-math-errno -pg')
for source in "$runtime"/*.c in/classes.cpp; do
    turn=("${levels[compared % ${#levels[@]}]}")
    case ${TEST_TIER:-}$source in levels* | *.cpp) turn=("${levels[@]}") ;; esac
    for level in "${turn[@]}"; do
        ours=$ENZCC theirs=$CLANG
        case $source in *.cpp) ours=$ENZCXX theirs=$CLANGXX ;; esac
        native_code $ours $level "$source" >ours.text
        native_code $theirs ${level%-flto} "$source" >theirs.text
        [ -s ours.text ] && cmp -s ours.text theirs.text ||
            fail "native code of $source differs from clang's at $level"
        compared=$((compared + 1))
    done
done
[ $compared -ge 30 ] || fail "only $compared files compared"

# A preprocessed file compiles to the object its source does.
run ours "$ENZCC" -O2 -c hello.c
cp ours/w/hello.o direct.o
run ours bash -c "'$ENZCC' -E hello.c -o hello.i && '$ENZCC' -O2 -c hello.i"
cmp -s direct.o ours/w/hello.o || fail "compiling the .i gives another object"

# Twice the same bytes.
run ours "$ENZCC" -O2 -c hello.c
cmp -s direct.o ours/w/hello.o || fail "the same command makes different objects"

# Response files: nested, quoted, missing.
printf -- '-c "hello.c" @inner' >in/outer
printf -- "-o 'x y.o'" >in/inner
silent "$ENZCC" @outer
[ -f 'ours/w/x y.o' ] || fail "nested response files"
same -c @missing
echo '-DA @second' >in/first
echo '@first -DB' >in/second
for compiler in "$CLANG" "$ENZCC"; do
    refused 'recursive expansion' "$compiler" -c hello.c @first
done
printf -- '-fenz-strong-zero -c hello.c' >in/ours
silent "$ENZCC" @ours
head -c 200000 /dev/zero | tr '\0' ' ' >in/long
for i in $(seq 2000); do printf -- '-DNAME_%d=1 ' "$i" >>in/long; done
echo '-c hello.c' >>in/long
silent "$ENZCC" @long

# What is added for the compiler itself, but for macros and a directory of headers: the plugin, and
# what it needs; for assembly, nothing.
words_of() { # compiler, words...
    (cd in && "$@" '-###' 2>&1) | tail -1 | grep -oE '"([^"\\]|\\.)*"' | grep -v '^"/tmp/'
}
added() {
    diff <(words_of "$CLANG" "$@") <(words_of "$ENZCC" "$@") | sed -n 's/^> //p' |
        grep -v '^"-idirafter"\|/include"$\|^"-D"\|^"enzyme\|^"__ENZCC' | sed 's|=.*/|=|' |
        tr -d '\n'
}
plugin='"-Rpass=^enzcc-loc\$""-fpass-plugin=enzcc_passes.so"'
for words in '-O0 -g -c' '-O3 -fPIC -g -c' '-g -S'; do
    [ "$(added $words twice.c)" = "$plugin"'"-fwhole-program-vtables""-flto-unit"' ] ||
        fail "added to $words: $(added $words twice.c)"
done
for words in '-c data.s' '-c cpp.S' '-g -E twice.c' '-g -M twice.c' '-g -fsyntax-only twice.c'; do
    [ -z "$(added $words)" ] || fail "added to $words: $(added $words)"
done

# Command lines are shown, not run.
prints '"-cc1"' "$ENZCC" '-###' -c hello.c
prints 'fpass-plugin' "$ENZCC" '-###' -c hello.c
run ours "$ENZCC" '-###' hello.c -o x
[ -e ours/w/x ] && fail "-### made a file"
grep -q 'ld\.[a-z]*" ' ours/err || fail "-### does not show the linker"

# A signal is a signal, to whoever waits, and nothing is left of the object that was begun.
mkfifo in/endless.h
echo '#include "endless.h"' >in/endless.c
for compiler in "$CLANG" "$ENZCC"; do
    mkdir begun
    "$compiler" -c in/endless.c -o begun/endless.o 2>log &
    exec 9>in/endless.h # opens when the compiler has opened it to read
    [ -n "$(ls begun)" ] || fail "$compiler: nothing was begun"
    kill -TERM $!
    wait $! 2>/dev/null
    [ $? = 143 ] || fail "$compiler: a signal is not reported as one"
    exec 9>&-
    rmdir begun || fail "$compiler: an object is left: $(ls begun)"
done
rm in/endless.h
run ours "$ENZCC" -c hello.c -o /dev/full
[ "$(cat ours/rc)" = 1 ] || fail "status of a failed write: $(cat ours/rc)"
finish
