# The programs beside the compiler, what configure scripts ask for, and the log of a build.
. "$(dirname "$0")/common.sh"
BIN=$(dirname "$ENZCC")

# enz-ar and the like are LLVM's of the compiler's version; clang finds some program of each name.
version=$("$CLANG" -dumpversion)
for tool in ar ld nm objcopy ranlib strip; do
    prints . "$CLANG" -print-prog-name=$tool
    prints "^$BIN/enz-$tool\$" "$ENZCC" -print-prog-name=$tool
    prints "^$BIN/enz-$tool\$" "$ENZCC" --print-prog-name $tool
    "$BIN/enz-$tool" --version 2>&1 | grep -q "$version\|compatible with GNU" ||
        fail "enz-$tool: $("$BIN/enz-$tool" --version 2>&1 | head -1)"
done
same -print-prog-name=as
ENZCC_OFF=1 same -print-prog-name=ar
ln -s "$BIN/enz-ar" x86_64-linux-gnu-enz-ar-22
./x86_64-linux-gnu-enz-ar-22 --version | grep -q LLVM || fail "no enz-ar behind a target"

# Archives of bitcode alone need a symbol table that GNU ar cannot make.
(cd in && "$CLANG" -flto -c twice.c && "$ENZCC" -c main.c) && mv in/*.o .
"$BIN/enz-ar" rc lib.a twice.o && "$BIN/enz-ranlib" lib.a
"$BIN/enz-nm" lib.a | grep -q ' T twice' || fail "enz-nm does not read bitcode"
silent "$CLANG" -fuse-ld=lld "$SCRATCH/main.o" "$SCRATCH/lib.a" -flto -o x
silent "$ENZCC" "$SCRATCH/main.o" "$SCRATCH/lib.a" -o x
ours/w/x || fail "an archive of bitcode"

# enz-ld says what configure scripts look for.
"$BIN/enz-ld" -v </dev/null 2>&1 | grep -q 'GNU' || fail "enz-ld is not taken for GNU ld"

# Settings for a shell, in an installation whose name needs quotes.
"$ENZCC" --configure-env >settings || fail "--configure-env"
(
    . ./settings
    cd in
    $CC -c twice.c && $AR rcs libtwice.a twice.o && $RANLIB libtwice.a && $CC main.c libtwice.a \
        -o main && ./main && $NM main | grep -q main && $STRIP main && $CXX plus.cpp -o plus &&
        ./plus && $LD -r twice.o -o part.o && $OBJCOPY part.o
) || fail "a build with these settings"
[ "$("$BIN/enzcc-env" sh -c 'echo $CC $AR')" = "$ENZCC $BIN/enz-ar" ] || fail "enzcc-env"
"$BIN/enzcc-env" sh -c 'exit 7'
[ $? = 7 ] || fail "the exit status of enzcc-env"
refused 'no command' "$BIN/enzcc-env"
refused "cannot run 'no-such-program'" "$BIN/enzcc-env" no-such-program
mkdir "it's here"
ln -s "$(dirname "$BIN")/lib" "$(dirname "$BIN")/include" "it's here"
mkdir "it's here/bin"
cp "$ENZCC" "it's here/bin/enzcc"
(
    eval "$("it's here/bin/enzcc" --configure-env)"
    [ "$CC" = "$SCRATCH/it's here/bin/enzcc" ]
) || fail "quotes in --configure-env"

# A line of JSON for each call, and for each decision of the linker.
cat >in/request.c <<'END'
double __enzyme_autodiff(void *, ...);
static double square(double x) { return x * x; }
int main(void) { return __enzyme_autodiff((void *)square, 3.0) != 6.0; }
END
export ENZCC_LOG=$SCRATCH/log
silent "$ENZCC" -c twice.c '-DTEXT="a	b"' -o twice.o
silent "$ENZCC" main.c twice.c -o x
silent "$ENZCC" request.c -o x
silent "$ENZCC" -r "$SCRATCH/main.o" -o part.o
run ours "$ENZCC" -dumpversion
export ENZCC_LOG=$SCRATCH/no/such/log
refused "cannot write to ENZCC_LOG='$ENZCC_LOG'" "$ENZCC" -c twice.c
unset ENZCC_LOG
python3 - <<'END' || fail "the log: $(cat log)"
import json
lines = [json.loads(line) for line in open('log')]
calls = [l for l in lines if l['program'] == 'enzcc']
links = [l for l in lines if l['program'] == 'ld.enzcc']
assert [c['action'] for c in calls] == ['object', 'link', 'link', 'link', 'query'], calls
assert calls[0]['inputs'] == ['twice.c'] and calls[0]['output'] == 'twice.o'
assert '-DTEXT="a\tb"' in calls[0]['words']
assert [l['linked'] for l in links] == ['from machine code', 'from bitcode', 'both halves']
assert 'request' in links[1]['because'] and 'because' not in links[0]
END
finish
