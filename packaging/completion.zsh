#compdef enzcc enzcc++
# Completes options of enzcc, from its own list and from clang's, and files.
local -a candidates
candidates=(${(f)"$({
    $words[1] --enz-help | sed -n 's/^  \(--*[a-z-]*=\{0,1\}\).*/\1/p'
    $words[1] --autocomplete=$PREFIX | cut -f1
} 2>/dev/null)"})
if [[ $PREFIX == -* ]]; then
    compadd -a candidates
else
    _files
fi
