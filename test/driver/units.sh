# Units of special kinds: modules of C++20, code with control flow integrity, options for devices.
. "$(dirname "$0")/common.sh"

# Functions of modules are differentiated, from interfaces and from compiled ones.
cat >in/cubes.cppm <<'END'
module;
#include <math.h>
export module cubes;
export double cube(double x) { return pow(x, 3); }
END
cat >in/plain.cpp <<'END'
import cubes;
int main() { return cube(2.0) != 8; }
END
cat >in/derive.cpp <<'END'
import cubes;
extern "C" double __enzyme_autodiff(void *, ...);
int main() { return __enzyme_autodiff((void *)cube, 2.0) != 12; }
END
STD='-std=c++20 -Wall -Wextra -Werror'
for compiler in "$CLANGXX" "$ENZCXX"; do
    for source in plain derive; do
        [ "$source" = derive ] && [ "$compiler" != "$ENZCXX" ] && continue
        for level in -O0 -O2; do
            run ours bash -c "$compiler $STD $level --precompile cubes.cppm -o cubes.pcm &&
                $compiler $STD $level -c cubes.pcm -o compiled.o &&
                $compiler $STD $level -c cubes.cppm -o direct.o &&
                $compiler $STD $level -x c++-module -c cubes.cppm -o named.o &&
                $compiler $STD $level -fmodule-file=cubes=cubes.pcm -c $source.cpp -o main.o &&
                $compiler main.o compiled.o -lm -o x1 && ./x1 &&
                $compiler main.o direct.o -lm -o x2 && ./x2 &&
                $compiler main.o named.o -lm -o x3 && ./x3"
            [ "$(cat ours/rc)" = 0 ] || fail "$compiler $level: modules, $source
$(head -5 ours/err)"
        done
    done
done

# Control flow integrity needs clang's own LTO.
cat >in/cfi.cpp <<'END'
struct square { virtual double f(double x) const { return x * x; } virtual ~square() {} };
struct cube : square { double f(double x) const override { return x * x * x; } };
extern "C" double __enzyme_autodiff(void *, ...);
static double g(double x, int n)
{
    cube c;
    square s;
    const square *p = n ? &c : &s;
    return p->f(x);
}
#ifdef DERIVE
int main(int argc, char **) { return __enzyme_autodiff((void *)g, 2.0, argc) != 12; }
#else
int main(int argc, char **) { return g(2, argc) != 8; }
#endif
END
CFI='-fsanitize=cfi -flto -fvisibility=hidden'
for args in "$CFI" "$CFI -O2" "$CFI -DDERIVE" "$CFI -O2 -DDERIVE"; do
    case $args in
    *DERIVE*) ;;
    *) silent $CLANGXX -fuse-ld=lld $args cfi.cpp -o x ;;
    esac
    silent "$ENZCXX" $args cfi.cpp -o x
    ours/w/x || fail "wrong: $args"
done

# For which devices code is made says nothing of units without such code.
refused 'unused' "$CLANG" -Werror --offload-arch=sm_80 -c main.c
for word in --offload-arch=sm_80 '--offload-arch sm_80' --offload-arch=sm_80,gfx90a; do
    silent "$ENZCC" -Werror $word -c main.c
    silent "$ENZCC" -Werror $word main.c twice.c
done
lacks unused "$ENZCC" '-###' -x cuda -nocudainc -nocudalib --offload-arch=sm_80 -c main.c
prints '"sm_80"' "$ENZCC" '-###' -x cuda -nocudainc -nocudalib --offload-arch=sm_80 -c main.c

# Split debug information is where clang's LTO puts it: in a directory beside the program.
cat >in/request.c <<'END'
double __enzyme_autodiff(void *, ...);
static double square(double x) { return x * x; }
int main(void) { return __enzyme_autodiff((void *)square, 3.0) != 6.0; }
END
run theirs "$CLANG" -fuse-ld=lld -flto -g -gsplit-dwarf main.c twice.c -o x
run ours "$ENZCC" -g -gsplit-dwarf request.c -o x
for where in ours theirs; do
    (cd $where/w && ls x[-_]dwo/*.dwo >/dev/null) || fail "$where: no directory x-dwo"
done
finish
