# zsh completes options of enzcc, from its own list and from clang's.
. "$(dirname "$0")/common.sh"
needs zsh
cd "$WORK" || exit 1

PATH=$BUILD/bin:$PATH
completes() { # beginning, option
    zsh -f -c '
        words=(enzcc $2) CURRENT=2 PREFIX=$2
        compadd() { print -l -- ${(P@)argv[-1]} }
        compset() { PREFIX=${PREFIX##${~2}} } # what stands in front of the last = or comma
        _files() { print files }
        . $1' - "$ROOT/packaging/completion.zsh" "$1" >answers.zsh 2>&1
    grep -q -x -F -e "$2" answers.zsh || fail "completion of '$1': $(head -3 answers.zsh)"
}
completes -fenz-sing -fenz-singular=
completes --enz- --enz-help
completes -fsanitize-co -fsanitize-coverage=
completes -fenz-singular= ieee
completes -fenz-dump=plan,ty types
completes squ files
rm -f answers.zsh
finish
