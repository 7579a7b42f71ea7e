# How a program is linked: from bitcode exactly if something in it requests a derivative, however
# that is reached; and what stands beside a link is left alone.
. "$(dirname "$0")/common.sh"
LINKER=$(dirname "$(dirname "$ENZCC")")/lib/enzcc/ld.enzcc

cat >in/plain.c <<'END'
int main(void) { return 0; }
END
cat >in/request.c <<'END'
double __enzyme_autodiff(void *, ...);
static double square(double x) { return x * x; }
int main(void) { return __enzyme_autodiff((void *)square, 3.0) != 6; }
END
# Needs the runtime, for a tape, and libm.
cat >in/tape.c <<'END'
double __enzyme_autodiff(void *, ...);
double sin(double);
extern int enzyme_const;
__attribute__((noinline)) static double f(double x, int n)
{
    double s = x;
    for (int i = 0; i < n && s < 1e9; i++)
        s = s * s + sin(x);
    return s;
}
double slope(int n) { return __enzyme_autodiff((void *)f, 0.0, enzyme_const, n); }
END
cat >in/use.c <<'END'
double slope(int n);
int main(void) { return slope(3) != 1; }
END
works() {
    [ -x ours/w/x ] && ours/w/x || fail "wrong: $1"
}
(cd in && "$ENZCC" -O1 -c plain.c request.c tape.c use.c twice.c) && mv in/*.o .
echo '{ global: main; local: *; };' >in/version
echo '{ main; };' >in/list
: >in/map
ar rcT thin.a twice.o
mkdir lib
ar rcs lib/librequest.a request.o
echo '/* INPUT(nothing) */ INPUT ( AS_NEEDED ( -lrequest ) )' >lib/libscript.so
echo 'GROUP(/librequest.a)' >lib/librooted.so
echo "--library=request -L$SCRATCH/lib" >in/words
echo "-lrequest -L$SCRATCH/lib" >in/plainer
echo 'int unused;' | "$ENZCC" -xc -c - -o unused.o

# Nothing requests.
for args in '' '-static -lm' '-Wl,--version-script,version' '-Wl,--dynamic-list,list' \
    '-Wl,--dynamic-list=list' '-Wl,-Map,map' '-Wl,-Map=map' '-Xlinker -Map -Xlinker map' \
    '../../thin.a' '-fenz-singular=ieee' '-lm -lc' '-Wl,-rpath,lib -Wl,--wrap,twice'; do
    lacks load-pass-plugin "$ENZCC" '-###' "$SCRATCH/plain.o" $args
    silent "$ENZCC" "$SCRATCH/plain.o" $args -o x
    works "$args"
    run theirs "$CLANG" -fuse-ld=lld "$SCRATCH/plain.o" $args -o x
    case $args in
    *-fenz*) ;;
    *) cmp -s ours/w/x theirs/w/x || fail "the program is not clang's: $args" ;;
    esac
done
echo 'const char *text = "__enzyme_autodiff"; int main(void) { return !text; }' >in/text.c
(cd in && "$ENZCC" -c text.c) && mv in/text.o .
lacks load-pass-plugin "$ENZCC" '-###' "$SCRATCH/text.o"

# Something does.
for args in '-Wl,--library=request' '-Wl,--library,request' '-Wl,-dn -lrequest -Wl,-dy' \
    '-Wl,-Bstatic,-lrequest,-Bdynamic' '-lscript' "$SCRATCH/lib/libscript.so" '-Wl,@words' \
    '-l:librequest.a' '-Xlinker -lrequest' "-Wl,--sysroot=$SCRATCH/lib -lrooted" '@plainer'; do
    silent "$ENZCC" "$SCRATCH/unused.o" "-L$SCRATCH/lib" $args -o x
    works "$args"
done
silent "$ENZCC" -S request.c -o request.s
cp ours/w/request.s in/
silent "$ENZCC" request.s -o x
works 'assembly'

# The linker alone, and linkers of the user.
crt() {
    "$CLANG" -print-file-name="$1"
}
silent "$LINKER" -dynamic-linker "$(crt ld-linux-x86-64.so.2)" "$(crt crt1.o)" "$(crt crti.o)" \
    "$SCRATCH/use.o" "$SCRATCH/tape.o" -L"$(dirname "$(crt libc.so)")" -lc "$(crt crtn.o)" -o x
works "ld.enzcc alone"
LLD=$("$CLANG" -print-prog-name=ld.lld)
silent "$ENZCC" "--ld-path=$LLD" use.c tape.c -o x
works "--ld-path="
silent "$ENZCC" -fuse-ld=lld "$SCRATCH/use.o" "$SCRATCH/tape.o" -o x
works "-fuse-ld=lld"

# The runtime is there also where standard libraries are named one by one, as libtool does.
silent "$ENZCC" "--target=$("$CLANG" -dumpmachine)" use.c tape.c -lm -o x
works "--target= of this machine"
"$ENZCC" -fPIC -c in/tape.c -o in/tape.o
silent "$ENZCXX" -shared -nostdlib "$(crt crti.o)" "$(crt crtbeginS.o)" tape.o -lstdc++ -lm -lc \
    -lgcc_s "$(crt crtendS.o)" "$(crt crtn.o)" -Wl,-z,defs -o libtape.so
cp ours/w/libtape.so .
silent "$CLANG" use.c "$SCRATCH/libtape.so" "-Wl,-rpath,$SCRATCH" -o x
works "-shared -nostdlib"

# libm is there for derivatives only: feature tests find out what they find out with clang.
echo 'char pow(); int main(void) { return pow(); }' >in/conftest.c
for compiler in "$CLANG" "$ENZCC" "$ENZCC -O2" "$ENZCC -flto"; do
    refused 'undefined.*pow' $compiler -w conftest.c -o x
    (cd in && $compiler -w -c conftest.c) && mv in/conftest.o .
    refused 'undefined.*pow' $compiler "$SCRATCH/conftest.o" -o x
    silent $compiler -w conftest.c -lm -o x
done

# Outputs that are no files stay what they are, also when the link fails.
mkdir devices
for kind in 'mknod devices/null c 1 3' 'mkfifo devices/pipe'; do
    $kind 2>/dev/null || continue
    output=$SCRATCH/${kind#* }
    output=${output%% *}
    before=$(stat -c '%F' "$output")
    for args in "-r $SCRATCH/plain.o $SCRATCH/twice.o" "-r $SCRATCH/unused.o no-such-file.o" \
        "$SCRATCH/plain.o" "$SCRATCH/request.o" '-c plain.c'; do
        for compiler in "$CLANG -fuse-ld=lld" "$ENZCC"; do
            [ "$compiler" != "$ENZCC" ] && [ "$args" = "$SCRATCH/request.o" ] && continue
            [ -p "$output" ] && { timeout 60 cat "$output" >/dev/null & reader=$!; }
            run ours $compiler $args -o "$output"
            [ -p "$output" ] && { kill $reader 2>/dev/null; wait $reader 2>/dev/null; }
            [ "$(stat -c '%F' "$output")" = "$before" ] || fail "$output is gone: $compiler $args"
            case $args in
            *no-such*) [ "$(cat ours/rc)" != 0 ] || fail "succeeded: $compiler $args" ;;
            *) [ "$(cat ours/rc)" = 0 ] || fail "$(head -3 ours/err) $compiler $args" ;;
            esac
        done
    done
done

# A signal during a relocatable link leaves neither files on the way nor half a result.
mkdir tmp
cat >slow <<END
#!/bin/sh
case "\$*" in *--lto-emit-llvm*) touch "$SCRATCH/started"; exec sleep 30 ;; esac
exec "$LLD" "\$@"
END
chmod +x slow
mv slow slow-lld
(cd "$SCRATCH" && TMPDIR=$SCRATCH/tmp ENZCC_LINKER=$SCRATCH/slow-lld exec "$LINKER" -r plain.o \
    twice.o -o interrupted.o) &
link=$!
for i in $(seq 100); do [ -e started ] && break; sleep 0.1; done
kill -TERM $link
wait $link
[ $? = 143 ] || fail "the signal is not passed on"
[ -e interrupted.o ] && fail "half a result is left"
[ -z "$(ls tmp)" ] || fail "files are left: $(ls tmp)"
finish
