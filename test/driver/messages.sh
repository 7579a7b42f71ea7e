# Warnings of the passes follow -W and -w, colours -fcolor-diagnostics, as those of clang do;
# objects do not depend on the directory.
. "$(dirname "$0")/common.sh"

cat >in/warn.c <<'C'
void __enzyme_autodiff(void *, ...);
extern int enzyme_dup;
static void f(double *x) { *x = *x * *x; }
int main(void)
{
    double x = 3;
    __enzyme_autodiff((void *)f, enzyme_dup, &x, &x);
    return 0;
}
C
name=enz-shadow-is-primal

# says <status> <pattern or nothing> <options...>
says() {
    local status=$1 pattern=$2
    shift 2
    run ours "$ENZCC" warn.c -o warn "$@"
    [ "$(cat ours/rc)" = "$status" ] || fail "exit status $(cat ours/rc): $*"
    if [ -n "$pattern" ]; then
        grep -q "$pattern" ours/err || fail "no '$pattern': $*"
    else
        [ -s ours/err ] && fail "writes on stderr: $* $(head -1 ours/err)"
    fi
}

says 0 "warn.c:7:5: warning: .*\[$name\]"
says 0 "" -w
says 0 "" -Werror -w
says 0 "" "-Wno-$name"
says 1 "error: .*\[$name\]" -Werror
says 1 "error: .*\[$name\]" "-Werror=$name"
says 1 "error: .*\[$name\]" "-Wno-$name" "-W$name" -Werror
says 0 "warning: .*\[$name\]" "-W$name"
says 0 "warning: .*\[$name\]" -Werror "-Wno-error=$name"
says 0 "warning: .*\[$name\]" -Werror -Wno-error
says 1 "there is no warning enz-nothing" -Wno-enz-nothing

escape=$(printf '\033')
says 0 "$escape\[0;1;35mwarning: $escape" -fcolor-diagnostics
says 0 "$escape\[0;1;35mwarning: $escape" -fdiagnostics-color=always
says 0 "^warn.c:7:5: warning: " -fcolor-diagnostics -fno-color-diagnostics
says 0 "^warn.c:7:5: warning: " -fdiagnostics-color=never

# The same object in every directory: without debug information always, else with a prefix map.
for directory in one two; do
    mkdir $directory
    cp in/warn.c $directory
    (cd $directory && "$ENZCC" -O2 -c warn.c -o plain.o &&
        "$ENZCC" -O2 -g -ffile-prefix-map="$PWD"=. -c "$PWD/warn.c" -o debug.o &&
        "$ENZCC" -O2 -ffile-prefix-map="$PWD"=. -c "$PWD/warn.c" -o mapped.o) 2>/dev/null
done
for object in plain debug mapped; do
    cmp -s one/$object.o two/$object.o || fail "$object.o depends on the directory"
done

finish
