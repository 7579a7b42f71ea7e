# Completes options of enzcc, from its own list and from clang's. Read by bash-completion.
_enzcc()
{
    local word=${COMP_WORDS[COMP_CWORD]} compiler=${COMP_WORDS[0]} option values before=
    # "=" is a word of its own.
    [[ $word == = ]] && word=
    if [[ ${COMP_WORDS[COMP_CWORD]} == = || ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
        option=${COMP_LINE:0:COMP_POINT}
        option=${option##* }
        option=${option%%=*}
        values=$("$compiler" --enz-help 2>/dev/null |
            sed -n "s/^  $option=\([a-z0-9,]*\).*/\1/p" | tr , ' ')
        [[ $word == *,* ]] && before=${word%,*},
        mapfile -t COMPREPLY < <(compgen -P "$before" -W "$values" -- "${word##*,}")
        [[ -n $values ]] && return
    fi
    case $word in
    -*)
        values=$({
            "$compiler" --enz-help | sed -n 's/^  \(--*[a-z-]*=\{0,1\}\).*/\1/p'
            "$compiler" --autocomplete="$word" | cut -f1
        } 2>/dev/null)
        mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
        [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
        ;;
    *) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    esac
}
complete -o filenames -F _enzcc enzcc enzcc++
