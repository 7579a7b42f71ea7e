# recipes.sh <build tree> <folder for work> <recipe>: the recipe is filled in, its language accepts
# it, and the test in it runs with this build as the installation.
. "$(dirname "$0")/common.sh"
RECIPE=$3
needs gzip sha256sum
DIR=$WORK/$RECIPE

rm -rf "$DIR"
mkdir -p "$DIR/run"
cd "$DIR" || exit 1
printf 'not the sources' | gzip -n >source.tar.gz
sum=$(sha256sum source.tar.gz | cut -d' ' -f1)
fill() {
    "$ROOT/packaging/recipes/fill" https://example.org/enzcc.tar.gz source.tar.gz "$DIR/out" "$@"
}
fill HOMEPAGE=https://example.org ISL_URL=https://example.org/isl.tar.gz ISL_SHA256="$sum" >log 2>&1
[ ! -s log ] || fail "fill: $(cat log)"
grep -q '@[A-Z]' out/* && fail "not filled in: $(grep '@[A-Z]' out/*)"
version=$(sed -n 's/^set(CPACK_PACKAGE_VERSION "\(.*\)")/\1/p' "$BUILD/CPackConfig.cmake")
[ -n "$version" ] || fail "no version"
says() { # text...
    local text
    for text in "$@"; do
        grep -q -F -e "$text" "out/$file" || fail "$file does not say: $text"
    done
}

# Every option of cmake in a recipe is one of the build.
options() {
    local option
    for option in $(grep -oE 'ENZCC_[A-Z]+|LLVM_DIR' "out/$1" | sort -u); do
        grep -q "^$option:" "$BUILD/CMakeCache.txt" || fail "$1: the build has no $option"
    done
    [ -n "${option:-}" ] || fail "$1 gives cmake no option"
}

case $RECIPE in
brew)
    needs ruby
    file=enzcc.rb
    ruby -wc out/enzcc.rb >log 2>&1 || fail "ruby: $(cat log)"
    says "version \"$version\"" "sha256 \"$sum\""
    options enzcc.rb
    ruby "$HERE/formula.rb" out/enzcc.rb "$BUILD" "$DIR/run" || fail "the formula's test"
    ;;
spack)
    needs python3
    file=package.py
    python3 -m py_compile out/package.py || fail "python"
    says "version(\"$version\", sha256=\"$sum\")"
    options package.py
    (cd run && python3 "$HERE/spack_package.py" "$DIR/out/package.py" "$BUILD") ||
        fail "the package's test"
    ;;
nix)
    needs nix-instantiate python3
    file=default.nix
    export HOME=$DIR NIX_STORE_DIR=$DIR/store NIX_STATE_DIR=$DIR/state NIX_LOG_DIR=$DIR/state
    nix-instantiate --parse --store dummy:// out/default.nix >parsed 2>log || fail "nix: $(cat log)"
    says "version = \"$version\"" "sha256 = \"$sum\""
    options default.nix
    nix-instantiate --eval --strict --json \
        --store dummy:// -E "import $HERE/derivation.nix $DIR/out/default.nix" >derivation \
        2>log || fail "nix: $(tail -3 log)"
    python3 -c 'import json, sys; print(json.load(sys.stdin)["installCheckPhase"])' \
        <derivation >check.sh
    (cd run && out=$BUILD sh -eu ../check.sh) || fail "the derivation's check"
    ;;
conda)
    file=meta.yaml
    for python in python3 /usr/bin/python3 none; do
        "$python" -c 'import yaml' 2>/dev/null && break
    done
    [ $python != none ] || { echo "skipped: no python3 with yaml" && exit 77; }
    if command -v yamllint >/dev/null; then
        yamllint -s -d '{extends: default, rules: {document-start: disable,
            line-length: {max: 100}, comments: disable}}' out/meta.yaml || fail "yamllint"
    fi
    says "version: \"$version\"" "sha256: \"$sum\""
    sh -n out/build.sh || fail "build.sh"
    options build.sh
    "$python" - out/meta.yaml >commands <<'END' || fail "no commands"
import sys, yaml
recipe = yaml.safe_load(open(sys.argv[1]))
assert recipe['package'] == {'name': 'enzcc', 'version': recipe['package']['version']}
for part in ('build', 'host', 'run'):
    assert recipe['requirements'][part], part
print('\n'.join(recipe['test']['commands']))
END
    (cd run && PATH=$BUILD/bin:$PATH sh -eu ../commands) || fail "the recipe's test"
    fill HOMEPAGE=https://example.org 2>log && grep -q 'meta.yaml needs ISL_SHA256 ISL_URL' log ||
        fail "a recipe that lacks something: $(cat log)"
    [ ! -e out/meta.yaml ] || fail "a recipe that lacks something is there"
    ;;
container)
    file=Dockerfile
    says "enzcc $version"
    # A line is an instruction with its continuations; files it copies and runs are in the tree.
    sed -e '/^#/d' -e ':a' -e '/\\$/N; s/\\\n *//; ta' out/Dockerfile >lines
    grep -vE '^(FROM|COPY|WORKDIR|RUN|CMD) |^$' lines && fail "not an instruction"
    [ "$(grep -c '^FROM debian:bookworm' lines)" = 2 ] || fail "another system"
    sed -n 's/^RUN //p' lines | while read -r line; do
        sh -n -c "$line" || exit 1
    done || fail "a command"
    for script in $(grep -o 'scripts/[a-z.]*' lines); do
        [ -x "$ROOT/$script" ] || fail "no $script"
    done
    options Dockerfile
    ;;
esac
finish
