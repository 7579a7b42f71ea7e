# Link steps: the same programs, with and without the whole-program link.
. "$(dirname "$0")/common.sh"
STRICT="-Werror -Wunused-command-line-argument"

works() {
    [ -x "$1" ] && "$1" >/dev/null || fail "does not run: $2"
}

# One command from sources to program, and through objects.
for args in 'hello.c' '-O2 hello.c' '-g hello.c' 'main.c twice.c' '-O3 main.c twice.c' \
    'main.c twice.i' 'main.c twice.c data.s' 'hello.c -lm' 'hello.c -MD' \
    'hello.c -pthread' 'hello.c -rdynamic' 'hello.c -s' 'hello.c -no-pie' 'hello.c -pie' \
    'hello.c -static' 'hello.c -static-pie' 'hello.c -Wl,--gc-sections' \
    'hello.c -fsanitize=undefined' \
    'hello.c -flto' 'hello.c -flto=thin' 'hello.c -flto=4' 'hello.c -fno-lto' \
    'hello.c -Wl,-z,now -Wl,--as-needed' 'hello.c -Wl,-Map=x.map' 'hello.c -fuse-ld=lld' \
    'hello.c -O0 -fsanitize=address' 'hello.c -u main' 'hello.c -Xlinker --gc-sections'; do
    silent "$ENZCC" $STRICT $args -o x
    works ours/w/x "$args"
done
silent "$ENZCXX" $STRICT plus.cpp -o x
works ours/w/x plus.cpp
cat >in/virtual.cpp <<'END'
struct base { virtual int f() { return 1; } virtual ~base() = default; };
struct derived : base { int f() override { return 0; } };
int main() { derived d; base &b = d; return b.f(); }
END
silent "$ENZCXX" $STRICT virtual.cpp -o x
works ours/w/x virtual.cpp
silent "$ENZCXX" $STRICT -static plus.cpp -o x
works ours/w/x 'static plus.cpp'
silent "$ENZCC" hello.c
works ours/w/a.out 'hello.c'
[ "$(ls ours/w | grep -c '\.o$')" = 0 ] || fail "objects are left over"

# The program needs what clang's needs.
needed() {
    readelf -d "$1" | grep NEEDED
}
run ours "$ENZCC" --enz-lto hello.c -o x
run theirs "$CLANG" hello.c -o x
[ "$(needed ours/w/x)" = "$(needed theirs/w/x)" ] || fail "other shared libraries are needed"
readelf -SW ours/w/x | grep -q '\.debug_' && fail "debug information without -g"
nm ours/w/x | grep -q enz_rt && fail "the runtime is linked and not used"
run ours "$ENZCC" --enz-lto -g hello.c -o x
readelf -SW ours/w/x | grep -q '\.debug_line' || fail "no debug information with -g"

# From objects, in either mode, with every level the same result.
"$ENZCC" -O2 -c in/main.c in/twice.c in/hello.c || fail "compiling objects"
for mode in '' --enz-lto; do
    silent "$ENZCC" $STRICT $mode "$SCRATCH/main.o" "$SCRATCH/twice.o" -o x
    works ours/w/x "objects $mode"
    refused 'twice' "$ENZCC" $mode "$SCRATCH/main.o" -o x
    [ -e ours/w/x ] && fail "a failed link leaves a file"
done

# Without a derivative call it is the link clang does; a call is noticed.
run ours "$ENZCC" '-###' "$SCRATCH/main.o" "$SCRATCH/twice.o" -o x
run theirs "$CLANG" -fuse-ld=lld '-###' "$SCRATCH/main.o" "$SCRATCH/twice.o" -o x
cmp -s ours/err theirs/err || fail "a link without requests is not clang's"
for args in '-O2 main.c twice.c' '-O0 hello.c' '-O3 hello.c twice.c -lm'; do
    run ours "$ENZCC" $args -o x
    run theirs "$CLANG" -fuse-ld=lld $args -o x
    cmp -s <(cd ours/w; objdump -d x) <(cd theirs/w; objdump -d x) ||
        fail "the program is not clang's: $args"
done
cat >in/request.c <<'END'
double __enzyme_autodiff(void *, ...);
double square(double x) { return x * x; }
double slope(double x) { return __enzyme_autodiff((void *)square, x); }
END
cat >in/use.c <<'END'
double slope(double x);
int main(void) { return slope(3.0) != 6.0; }
END
"$ENZCC" -c in/request.c in/use.c || fail "compiling a request"
prints load-pass-plugin "$ENZCC" '-###' "$SCRATCH/use.o" "$SCRATCH/request.o"
"$(dirname "$CLANG")/llvm-ar" rcs librequest.a request.o 2>/dev/null ||
    ar rcs librequest.a request.o
for lib in "-L$SCRATCH -lrequest" "$SCRATCH/librequest.a" "-L $SCRATCH -l request" \
    "-Wl,--whole-archive,$SCRATCH/librequest.a,--no-whole-archive" \
    "-Xlinker $SCRATCH/librequest.a" "-L$SCRATCH -l:librequest.a" \
    "-L$SCRATCH -Wl,-lrequest"; do
    prints load-pass-plugin "$ENZCC" '-###' "$SCRATCH/use.o" $lib
done
run ours "$ENZCC" -v request.c use.c -o x
grep -q 'load-pass-plugin' ours/err || fail "the passes do not see a request in sources"
ar rcT thin.a request.o
prints load-pass-plugin "$ENZCC" '-###' "$SCRATCH/use.o" "$SCRATCH/thin.a"
prints '"-lenzcc_rt"' "$ENZCC" '-###' "$SCRATCH/request.o" "$SCRATCH/use.o"
for bare in -nostdlib -nodefaultlibs -nolibc; do
    prints '"-lenzcc_rt"' "$ENZCC" $bare '-###' "$SCRATCH/request.o" "$SCRATCH/use.o"
done
lacks 'load-pass-plugin' "$ENZCC" --enz-off '-###' "$SCRATCH/request.o"

# Other linkers: with and without derivatives, however the program is put together.
"$ENZCC" -O1 -c in/main.c in/twice.c
cat >in/power.c <<'END'
double __enzyme_autodiff(void *, ...);
extern int enzyme_const;
double factor(double x);
static double power(double x, int n)
{
    for (; n > 0 && x < 1e6; n--)
        x = factor(x) * x;
    return x;
}
double slope(double x) { return __enzyme_autodiff((void *)power, x, enzyme_const, (int)x); }
END
echo 'double factor(double x) { return x; }' >in/factor.c
echo 'double slope(double x); int main(void) { return slope(2.0) != 32; }' >in/ask.c
(cd in && "$ENZCC" -O1 -c power.c factor.c ask.c && "$CLANG" -c ask.c -o clang.o &&
    "$CLANG" -flto -c factor.c -o lto.o) && mv in/*.o .
rm -f libpower.a
ar rcs libpower.a power.o factor.o
for linker in bfd gold; do
    [ -x "/usr/bin/ld.$linker" ] || continue
    silent "$ENZCC" $STRICT -fuse-ld=$linker "$SCRATCH/main.o" "$SCRATCH/twice.o" -o x
    works ours/w/x "-fuse-ld=$linker"
    silent "$ENZCC" $STRICT -fuse-ld=$linker main.c twice.c -o x
    works ours/w/x "-fuse-ld=$linker from sources"
    refused 'undefined' "$ENZCC" -fuse-ld=$linker "$SCRATCH/main.o" -o x
    for args in 'ask.c power.c factor.c' "$SCRATCH/ask.o $SCRATCH/power.o $SCRATCH/factor.o" \
        "$SCRATCH/clang.o $SCRATCH/power.o $SCRATCH/lto.o" "$SCRATCH/clang.o $SCRATCH/libpower.a" \
        "-L$SCRATCH ask.c -lpower" "-O0 -static $SCRATCH/ask.o -L$SCRATCH -lpower" \
        '-O2 -g -no-pie ask.c power.c factor.c -lm' '-flto ask.c power.c factor.c'; do
        silent "$ENZCC" $STRICT -fuse-ld=$linker $args -o x
        works ours/w/x "-fuse-ld=$linker $args"
        readelf -p .comment ours/w/x | grep -q LLD && fail "linked by ld.lld: $linker $args"
        readelf -SW ours/w/x | grep -q 'llvm.lto' && fail "bitcode in the program: $linker $args"
    done
    silent "$ENZCC" -fuse-ld=$linker -shared -fPIC power.c factor.c -o libslope.so
    cp ours/w/libslope.so .
    silent "$CLANG" ask.c "$SCRATCH/libslope.so" "-Wl,-rpath,$SCRATCH" -o x
    works ours/w/x "-fuse-ld=$linker -shared"
    silent "$ENZCC" "--ld-path=/usr/bin/ld.$linker" ask.c power.c factor.c -o x
    works ours/w/x "--ld-path=ld.$linker"
    refused 'No reverse pass found for factor' "$ENZCC" -fuse-ld=$linker ask.c power.c -o x
    refused "with '--whole-archive' by another linker" "$ENZCC" -fuse-ld=$linker ask.c \
        -Wl,--whole-archive "$SCRATCH/libpower.a" -Wl,--no-whole-archive -o x
    prints "program.o\" .*-lenzcc_rt" "$ENZCC" -fuse-ld=$linker '-###' "$SCRATCH/ask.o" \
        "$SCRATCH/libpower.a"
    TMPDIR=$SCRATCH/in silent "$ENZCC" -fuse-ld=$linker "$SCRATCH/ask.o" "$SCRATCH/libpower.a" -o x
    ls in | grep enzcc- && fail "files are left behind"
done
same -fuse-ld=no-such-linker hello.c

# Libraries are taken in the order in which they are named, by the program and by its derivatives.
cat >in/order.c <<'END'
double pick(double x);
#ifdef DERIVE
double __enzyme_autodiff(void *, ...);
int main(void) { return pick(3) / 3 == __enzyme_autodiff((void *)pick, 3.0) ? pick(1) : 99; }
#else
int main(void) { return pick(1); }
#endif
END
mkdir order
for compiler in "$CLANG -fuse-ld=lld" "$ENZCC -DDERIVE"; do
    for source in 'one:double pick(double x) { return x; }' \
        'two:double pick(double x) { return 2 * x; }' \
        'three:double last(double); double pick(double x) { return 3 * last(x); }' \
        'last:double last(double x) { return x; }'; do
        echo "${source#*:}" | $compiler -O1 -Wno-unused-command-line-argument -xc -c - -o order/o.o
        rm -f "order/lib${source%%:*}.a"
        ar rcs "order/lib${source%%:*}.a" order/o.o
    done
    while read -r want libraries; do
        silent $compiler order.c -L"$SCRATCH/order" $libraries -o x
        ours/w/x
        [ $? = "$want" ] || fail "$compiler: another library than in $libraries"
    done <<'END'
1 -lone -ltwo
2 -ltwo -lone -ltwo -ltwo
3 -Wl,--start-group -llast -lthree -Wl,--end-group -lone
2 -Xlinker -ltwo -Wl,-lone
2 -Wl,--whole-archive -ltwo -Wl,--no-whole-archive -lone
END
    refused 'duplicate symbol: pick' $compiler order.c -L"$SCRATCH/order" -lone \
        -Wl,--whole-archive -ltwo -Wl,--no-whole-archive -o x
done

# Standard input is a source like others.
echo 'int main(void) { return 0; }' | "$ENZCC" $STRICT -xc - -xnone "$SCRATCH/twice.o" -o x ||
    fail "a source from standard input"
./x || fail "the program from standard input"

# Linker output that build systems read.
same -fuse-ld=lld hello.c -Wl,-v
same -fuse-ld=lld -Wl,--help
prints "LLD $LLVM" "$ENZCC" -Wl,--version
prints "LLD $LLVM" "$ENZCC" hello.c -Wl,--version
same hello.c -Wl,--no-such-linker-option -fuse-ld=lld

# Archives by GNU and LLVM tools, groups, whole, members of one name.
for make in ar "$(dirname "$("$CLANG" -print-prog-name=llvm-ar)")/llvm-ar"; do
    command -v $make >/dev/null || continue
    rm -f libtwice.a
    $make rcs libtwice.a twice.o 2>ar.err
    [ -s ar.err ] && fail "$make complains about objects"
    for mode in '' --enz-lto; do
        silent "$ENZCC" $STRICT $mode "$SCRATCH/main.o" -L"$SCRATCH" -ltwice -o x
        works ours/w/x "$make $mode"
        silent "$ENZCC" $STRICT $mode "$SCRATCH/main.o" -Wl,--start-group "$SCRATCH/libtwice.a" \
            -Wl,--end-group -o x
        works ours/w/x "$make group $mode"
        silent "$ENZCC" $STRICT $mode -Wl,--whole-archive "$SCRATCH/libtwice.a" \
            -Wl,--no-whole-archive "$SCRATCH/main.o" -o x
        works ours/w/x "$make whole $mode"
    done
done
gcc "$SCRATCH/main.o" "$SCRATCH/twice.o" -o x 2>/dev/null || fail "gcc cannot link the objects"
for tool in 'ranlib libtwice.a' 'nm twice.o' 'strip -g twice.o' 'objcopy twice.o copy.o'; do
    $tool >/dev/null 2>tool.err || fail "$tool"
    [ -s tool.err ] && fail "$tool complains"
done
has_bitcode copy.o || fail "objcopy loses the bitcode"

# Shared libraries.
for mode in '' --enz-lto; do
    silent "$ENZCC" $STRICT $mode -shared -fPIC -O2 twice.c -o libtwice.so
    cp ours/w/libtwice.so .
    silent "$ENZCC" $STRICT $mode main.c "$SCRATCH/libtwice.so" -Wl,-rpath,"$SCRATCH" -o x
    works ours/w/x "shared $mode"
    nm -D libtwice.so | grep -q enz && fail "the runtime is exported"
    echo '{ global: twice; local: *; };' >in/version
    silent "$ENZCC" $STRICT $mode -shared -fPIC twice.c -Wl,--version-script=version \
        -Wl,-soname,t.so -Wl,--no-undefined -o t.so
done

# Relocatable: the bitcode survives, unless an input has none.
silent "$ENZCC" -r "$SCRATCH/main.o" "$SCRATCH/twice.o" -o r.o
cp ours/w/r.o .
has_bitcode r.o || fail "-r loses the bitcode"
for mode in '' --enz-lto; do
    silent "$ENZCC" $mode "$SCRATCH/r.o" -o x
    works ours/w/x "-r then link $mode"
done
"$CLANG" -c in/twice.c -o native.o
silent "$ENZCC" -r "$SCRATCH/main.o" "$SCRATCH/native.o" -o r.o
has_bitcode ours/w/r.o && fail "-r keeps bitcode that lacks an input"
run ours "$ENZCC" '-###' -r "$SCRATCH/main.o" "$SCRATCH/twice.o" -o r.o
[ -e ours/w/r.o ] && fail "-### -r made a file"

# Native objects, of other compilers too, mix with ours.
silent "$ENZCC" --enz-lto "$SCRATCH/main.o" "$SCRATCH/native.o" -o x
works ours/w/x 'native object'
if command -v gcc >/dev/null; then
    gcc -c in/twice.c -o gcc.o
    silent "$ENZCC" --enz-lto "$SCRATCH/main.o" "$SCRATCH/gcc.o" -o x
    works ours/w/x 'object of gcc'
fi

# Undefined symbols stay errors: configure scripts rely on it.
echo 'char no_such_function(); int main(void) { return no_such_function(); }' >in/conftest.c
refused 'undefined' "$ENZCC" -w conftest.c -o conftest

# Same names in different folders, in one command.
mkdir in/a in/b
cp in/main.c in/a/u.c
cp in/twice.c in/b/u.c
silent "$ENZCC" a/u.c b/u.c -o x
works ours/w/x 'equal base names'
silent "$ENZCC" --enz-lto hello.c -o /dev/null
[ -c /dev/null ] || fail "/dev/null is no device any more"
finish
