#!/bin/sh
# Checks how the files of the tree are written; prints what is wrong.
#
#   style.sh lines          no line has more than 100 columns, but for data, expected
#                           output, and tables and quoted output in texts
#   style.sh format         C and C++ are formatted as .clang-format says
#   style.sh format --fix   formats them
#   style.sh rooms          no file of a room in passes/ includes a header of a higher room,
#                           and none of emit/ those of analyses that the plan asks
set -eu
cd "$(dirname "$0")/.."

# Every file of the tree, one per line.
files() {
    if [ -e .git ] && command -v git >/dev/null; then
        git ls-files --cached --others --exclude-standard | while read -r file; do
            [ ! -f "$file" ] || echo "$file"
        done
    else
        find . -name 'build*' -prune -o -type f -print | sed 's,^\./,,'
    fi
}

lines() {
    files | grep -vE '\.(ll|out|err|plan)$|^examples/data/' | tr '\n' '\0' |
        LC_ALL=C.UTF-8 xargs -0 awk '
        FNR == 1 { quoted = 0; text = FILENAME ~ /\.md$/ }
        text && /^```/ { quoted = !quoted }
        text && (quoted || /^\|/) { next }
        length > 100 { print FILENAME ":" FNR ": " length " columns"; bad = 1 }
        END { exit bad }'
}

format() {
    formatter=$(command -v clang-format-22 || command -v clang-format || true)
    case $("${formatter:-true}" --version) in
    *" version 22."*) ;;
    *) echo "clang-format 22 is not installed: run scripts/deps.sh" && exit 1 ;;
    esac
    set -- "${1:---dry-run}"
    [ "$1" != --fix ] || set -- -i
    files | grep -E '\.(c|h|cpp|hpp)$|^headers/enzyme/enzyme$' | tr '\n' '\0' |
        xargs -0 "$formatter" -Werror "$1"
}

# The rooms, from the lowest to the highest; what is not in a folder is `engine`. What each promises
# is in docs/how-it-works.md.
order='bridge base rules device ir truncate complex virtual request batch facts prepare plan'
order="$order emit fit report listing engine opt"

rooms() {
    files | grep -E '^passes/.*\.(c|h|cpp|def)$' | tr '\n' '\0' | xargs -0 awk -v order="$order" '
        function room(path) { return path ~ "/" ? substr(path, 1, index(path, "/") - 1) : "engine" }
        BEGIN { for (n = split(order, names, " "); n; n--) height[names[n]] = n }
        FNR == 1 {
            from = room(substr(FILENAME, length("passes/") + 1))
            if (!(from in height)) { print FILENAME ": a room without a place"; bad = 1 }
        }
        match($0, /^ *# *include "[^"]*"/) {
            header = substr($0, index($0, "\"") + 1)
            sub(/".*/, "", header)
            if ((getline line < ("passes/" header)) < 0) next # not of passes/
            close("passes/" header)
            if (height[room(header)] > height[from]) {
                print FILENAME ":" FNR ": " from "/ must not include " header
                bad = 1
            }
            if (from == "emit" && header ~ /^facts\/(types|bytes)\.h$/) {
                print FILENAME ":" FNR ": emit/ reads plan/bytes.h, and does not ask " header
                bad = 1
            }
        }
        END { exit bad }'
}

case ${1:-} in
lines | format | rooms) "$@" ;;
*) sed -n '2,9s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
esac
