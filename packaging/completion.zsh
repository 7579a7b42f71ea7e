#compdef enzcc enzcc++
# Completes options of enzcc, from its own list and from clang's, their values, and files.
local -a candidates
case $PREFIX in
-fenz-*=*)
    candidates=(${(s:,:)"$($words[1] --enz-help 2>/dev/null |
        sed -n "s/^  ${PREFIX%%=*}=\([a-z0-9,]*\).*/\1/p")"})
    compset -P '*[=,]'
    compadd -a candidates
    ;;
-*)
    candidates=(${(f)"$({
        $words[1] --enz-help | sed -n 's/^  \(--*[a-z-]*=\{0,1\}\).*/\1/p'
        $words[1] --autocomplete=$PREFIX | cut -f1
    } 2>/dev/null)"})
    compadd -a candidates
    ;;
*) _files ;;
esac
