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
says 1 "there is no warning enz-nothing$" -Wno-enz-nothing
says 1 "did you mean 'enz-null-shadow'?" -Wenz-nul-shadow

escape=$(printf '\033')
says 0 "$escape\[0;1;35mwarning: $escape" -fcolor-diagnostics
says 0 "$escape\[0;1;35mwarning: $escape" -fdiagnostics-color=always
says 0 "^warn.c:7:5: warning: " -fcolor-diagnostics -fno-color-diagnostics
says 0 "^warn.c:7:5: warning: " -fdiagnostics-color=never

# Locations and formats as clang has them.
says 0 "^warn.c(7,5): warning: .*\[$name\]" -fdiagnostics-format=msvc
says 0 "^warn.c +7:5: warning: .*\[$name\]" -fdiagnostics-format=vi
says 0 "^warn.c:7:5: warning: .*\[$name\]" -fdiagnostics-format=vi -fdiagnostics-format=clang
"$ENZCC" -c in/warn.c -o warn.o
sed -i 's/double x = 3/double x = 3, y/; s/&x, &x/\&x, (void *)0/' in/warn.c
"$ENZCC" -c in/warn.c -o null.o
cat >in/link.c <<'C'
double __enzyme_autodiff(void *, ...);
double f(double x, double y);
__attribute__((used)) double d(double x) { return __enzyme_autodiff((void *)f, 3, x); }
C
cat >in/f.c <<'C'
double f(double x, double y) { return x * y; }
C
run ours "$ENZCC" -fdiagnostics-format=sarif -Wno-sarif-format-unstable "$SCRATCH/null.o" link.c \
    f.c -o x
[ "$(cat ours/rc)" = 1 ] || fail "sarif: exit status $(cat ours/rc)"
python3 - ours/err <<'END' || fail "sarif: $(cat ours/err)"
import json, sys
logs = [json.loads(line) for line in open(sys.argv[1]) if line.startswith('{')]
ours = [l['runs'][0] for l in logs if l['runs'][0]['tool']['driver']['name'] == 'enzcc']
assert len(ours) == 1 and logs[0]['version'] == '2.1.0'
found = {}
for r in ours[0]['results']:
    place = r['locations'][0]['physicalLocation']
    found[r['ruleId']] = (r['level'], place['artifactLocation']['uri'], place['region'])
assert found['enz-null-shadow'][:2] == ('warning', 'in/warn.c'), found
level, uri, region = found['enz-arg-type']
assert level == 'error' and uri.endswith('link.c') and region['startLine'] == 3, found
assert 'write 3.0' in ours[0]['results'][1]['message']['text']
END

# What is said of mistakes that are easily made.
asks() { # pattern, value of main, initialiser of taken, option
    cat >in/mistake.c <<C
double __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...), __enzyme_autodif(void *, ...);
extern int enzyme_active, enzyme_cnst, enzyme_dup;
static double f(double x, double y) { return x * y; }
__attribute__((used)) double (*taken)(void *, ...) ${3-};
int main(void) { return (int)$2; }
C
    refused "$1" "$ENZCC" ${4-} mistake.c -o x
}
asks '^mistake.c:5:30: error: .*__enzyme_autodif is no .*entry' \
    '__enzyme_autodif((void *)f, 1.0, 2.0)'
grep -q 'note: did you mean __enzyme_autodiff?' ours/err || fail "no suggestion"
asks 'write 3.0' '__enzyme_autodiff((void *)f, 3, 2.0)'
asks 'followed by its tangent' '__enzyme_fwddiff((void *)f, 1.0, 2.0)'
asks 'nearest known marker is out' \
    '__enzyme_autodiff((void *)f, enzyme_active, 1.0, enzyme_cnst, 2.0)'
grep -q 'nearest known marker is const' ours/err || fail "only the first marker is reported"
asks '^mistake.c: error: .*used as a value in the initialiser of taken' 0 '= __enzyme_autodiff'
asks '^mistake.c:4: error: .*in the initialiser of taken' 0 '= __enzyme_autodiff' -g

# Registrations: names that are like one, and what they are initialised with.
registers() { # pattern, variable, option
    cat >in/rule.c <<C
double square(double x) { return x * x; }
double square_reverse(double x, double seed) { return 2 * x * seed; }
$2;
double __enzyme_autodiff(void *, ...);
int main(void) { return __enzyme_autodiff((void *)square, 3.0) != 6; }
C
    refused "$1" "$ENZCC" ${3-} rule.c -o x
}
for name in __enzyme_register_grad_f __enzyme_regster_gradient_f; do
    registers "^rule.c: error: .*$name registers nothing" "void *$name[] = {(void *)square}"
    grep -q 'did you mean __enzyme_register_gradient?' ours/err || fail "no suggestion: $name"
done
registers '^rule.c:3: error: .*__enzyme_inactive registers nothing' \
    'void *__enzyme_inactive = (void *)square' -g
registers '^note: it needs {function, augmented function, reverse function}' \
    'void *__enzyme_register_gradient_f[] = {(void *)square, (void *)square_reverse}'
grep -q '^rule.c: error: .*__enzyme_register_gradient_f is not init' ours/err ||
    fail "no file: $(cat ours/err)"
registers '^note: it needs {function, forward function}' \
    'void *__enzyme_register_derivative_f[] = {(void *)square}'

# Numbers that the type of the call has no room for.
cat >in/lost.c <<'C'
extern int enzyme_primal_return, enzyme_width;
double __enzyme_fwddiff(void *, ...), __enzyme_autodiff(void *, ...);
static double f(double x, double y) { return x * y; }
int main(void)
{
    return __enzyme_fwddiff((void *)f, enzyme_primal_return, 3.0, 1.0, 4.0, 0.0) != 12 ||
           __enzyme_fwddiff((void *)f, enzyme_width, 2, 3.0, 1.0, 2.0, 4.0, 0.0, 0.0) != 4 ||
           __enzyme_autodiff((void *)f, 3.0, 4.0) != 4;
}
C
for level in -O0 -O2; do
    prints '^lost.c:6:12: warning: .*takes the value of f, and its tangent is lost' \
        "$ENZCC" $level lost.c -o lost
    grep -q '^lost.c:7:12: warning: .*room for 1 of the 2 numbers' ours/err || fail "width 2"
    grep -q '^lost.c:8:12: warning: .*room for 1 of the 2 numbers' ours/err || fail "2 gradients"
    grep -q '^note: declare the call with struct { double; double; } as' ours/err || fail "no type"
    ours/w/lost || fail "lost: wrong numbers"
done

# A program with derivative calls that another compiler links.
cat >in/request.c <<'C'
double __enzyme_autodiff(void *, ...);
static double square(double x) { return x * x; }
int main(void) { return __enzyme_autodiff((void *)square, 3.0) != 6.0; }
C
for level in -O0 -O2; do
    (cd in && "$ENZCC" $level -c request.c) && mv in/request.o .
    silent "$ENZCC" $level "$SCRATCH/request.o" -o x
    [ -x /usr/bin/ld.bfd ] || continue
    refused 'warning: enzcc replaces this call when it links: link the program with enzcc' \
        "$CLANG" -fuse-ld=bfd "$SCRATCH/request.o" -o x
done

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
