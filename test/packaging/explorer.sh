# What Compiler Explorer is told: each compiler of an installation is there, and answers as one of
# its type.
. "$(dirname "$0")/common.sh"
rm -rf "$WORK/explorer"
cmake --install "$BUILD" --prefix "$WORK/explorer" >"$WORK/explorer.log" 2>&1 ||
    fail "$(tail -3 "$WORK/explorer.log")"
for language in c c++; do
    file=$WORK/explorer/share/enzcc/compiler-explorer/$language.local.properties
    grep -vE '^(#|$|[a-zA-Z.]+=.+$)' "$file" && fail "$language: not a property"
    value() { sed -n "s/^$1=//p" "$file"; }
    group=$(value compilers)
    [ "$group" = "&enzcc" ] || fail "$language: the compilers are $group"
    compiler=$(value group.enzcc.compilers)
    [ "$(value defaultCompiler)" = "$compiler" ] || fail "$language: no default"
    program=$(value "compiler.$compiler.exe")
    [ "$(value group.enzcc.compilerType)" = clang ] || fail "$language: another type"
    "$program" "$(value group.enzcc.versionFlag)" | grep -q "^.*clang version .*enzcc $(value \
        "compiler.$compiler.semver")" || fail "$language: $program"
    # As it is asked for assembly, and for a program.
    square >"$WORK/square.$language"
    if [ "$language" = c ]; then
        (cd "$WORK" && "$program" -g -o out.s -S -masm=intel -fno-crash-diagnostics -O2 square.c &&
            "$program" -g -o out.x -O2 square.c && ./out.x) || fail "$language: a program"
    fi
done
rm -rf "$WORK/explorer" "$WORK"/square.*
finish
