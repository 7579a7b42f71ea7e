# Objects that other linkers have merged, and bitcode that clang has made: differentiated, or
# refused by name.
. "$(dirname "$0")/common.sh"

cat >in/f.c <<'END'
double g(double x);
double f(double x) { return g(x) * x; }
END
cat >in/g.c <<'END'
static double twice(double x) { return x + x; }
double g(double x) { return x * twice(x) / 2; }
END
cat >in/main.c <<'END'
double __enzyme_autodiff(void *, ...);
double f(double x);
int main(void) { return __enzyme_autodiff((void *)f, 3.0) != 27 || f(3) != 27; }
END
cat >in/plain.c <<'END'
double f(double x);
int main(void) { return f(3) != 27; }
END
printf '.globl answer\nanswer: .long 42\n' >in/answer.s
works() {
    [ -x ours/w/x ] && ours/w/x || fail "wrong: $1"
}
refuses() { # pattern, objects...
    local pattern=$1
    shift
    refused 'No reverse pass found for [fg]' "$ENZCC" main.c "$@" -o x
    grep -q "$pattern" ours/err || fail "no '$pattern': $*
$(cat ours/err)"
    silent "$ENZCC" plain.c "$@" -o x
    works "natively: $*"
}

# ld -r puts the bitcode of its inputs one behind another.
(cd in && "$ENZCC" -O2 -c f.c g.c answer.s && "$CLANG" -c g.c -o native.o) && mv in/*.o .
for linker in bfd gold; do
    [ -x "/usr/bin/ld.$linker" ] || continue
    "ld.$linker" -r f.o g.o -o fg.o 2>/dev/null # its plugins may complain
    for compiler in "$CLANG" "$ENZCC"; do
        silent "$compiler" plain.c "$SCRATCH/fg.o" -o x
        works "$compiler: ld.$linker -r"
    done
    silent "$ENZCC" main.c "$SCRATCH/fg.o" -o x
    works "ld.$linker -r"
    rm -f lib.a
    ar rcs lib.a fg.o >/dev/null 2>&1 # plugins of ar may complain
    silent "$ENZCC" main.c "$SCRATCH/lib.a" -o x
    works "ld.$linker -r, in an archive"
    silent "$ENZCC" -Wl,--whole-archive "$SCRATCH/lib.a" -Wl,--no-whole-archive main.c -o x
    works "ld.$linker -r, in a whole archive"
    silent "$ENZCC" -r "$SCRATCH/fg.o" -o part.o
    cp ours/w/part.o .
    silent "$ENZCC" main.c "$SCRATCH/part.o" -o x
    works "ld.$linker -r, then enzcc -r"
    "ld.$linker" -r f.o native.o -o fg.o 2>/dev/null
    refuses "'.*fg.o' is linked as machine code" "$SCRATCH/fg.o"
done

# A relocatable link of ours, asked for in any way; what has no bitcode is named in the end.
for how in '-r' '-no-pie -nostdlib -Wl,-r' '-no-pie -nostdlib -Xlinker --relocatable'; do
    silent "$ENZCC" $how "$SCRATCH/f.o" "$SCRATCH/g.o" -o part.o
    cp ours/w/part.o .
    silent "$ENZCC" main.c "$SCRATCH/part.o" -o x
    works "$how"
done
silent "$ENZCC" -r "$SCRATCH/f.o" "$SCRATCH/native.o" "$SCRATCH/answer.o" -o part.o
cp ours/w/part.o .
refuses "part.o' is linked as machine code.*without bitcode ('.*native.o .*answer.o')" \
    "$SCRATCH/part.o"

# LTO of clang's own, of several versions. Archives have members of one name, and others.
AR=$("$CLANG" -print-prog-name=llvm-ar)
echo 'int unused(void) { return 1; }' >in/unused.c
for compiler in "$CLANG" clang-19 /usr/lib/llvm-19/bin/clang clang-14; do
    command -v "$compiler" >/dev/null || continue
    for flags in '-O2 -flto' '-flto=thin' '-O2 -flto -ffat-lto-objects' \
        '-O1 -flto=thin -ffat-lto-objects'; do
        case $compiler$flags in *14*fat*) continue ;; esac # it has no fat objects
        (cd in && "$compiler" $flags -c f.c unused.c) && mv in/f.o clang.o ||
            fail "$compiler $flags"
        silent "$ENZCC" main.c "$SCRATCH/clang.o" "$SCRATCH/g.o" -o x
        works "$compiler $flags"
        mkdir -p other
        mv in/unused.o other/clang.o
        for format in q qT; do
            rm -f lib.a
            "$AR" ${format}cs lib.a clang.o other/clang.o g.o
            silent "$ENZCC" main.c "$SCRATCH/lib.a" -o x
            works "$compiler $flags, in an archive ($format)"
        done
        silent "$ENZCC" main.c "-L$SCRATCH" -Wl,--whole-archive -l:lib.a -Wl,--no-whole-archive \
            -o x
        works "$compiler $flags, in a whole thin archive"
    done
done

# Callers that enzcc has not compiled.
(cd in && "$CLANG" -c main.c) && mv in/main.o caller.o
refused "note: '.*caller.o' calls for derivatives and has no bitcode; compile it with enzcc" \
    "$ENZCC" "$SCRATCH/caller.o" "$SCRATCH/f.o" "$SCRATCH/g.o" -o x

# Damaged bitcode: the machine code is as good as ever.
python3 - "$SCRATCH/f.o" "$SCRATCH/damaged.o" <<'END' 2>/dev/null || fail "no damaged object"
import sys
data = bytearray(open(sys.argv[1], 'rb').read())
at = data.index(b'BC\xc0\xde')
data[at + 4:at + 40] = bytes(range(1, 37))
open(sys.argv[2], 'wb').write(data)
END
refuses 'damaged.o.*its bitcode is damaged' "$SCRATCH/damaged.o" "$SCRATCH/g.o"
finish
