# -fenz-report=FILE: the source with what derivatives do, as a page and as JSON.
. "$(dirname "$0")/common.sh"

cat >in/rod.c <<'END'
#include <math.h>
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup, enzyme_const;
/* Must be shown as it is: <b>"bold"</b> & 'quoted', é. */
static double misfit(double *restrict u, const double *restrict k, int n, int steps)
{
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            u[i] = sin(u[i]) * k[i];
    double sum = 0;
    int count = 0;
    for (int i = 0; i < n; i++)
        sum += u[i] * u[i];
    for (int i = 0; i < n; i++)
        count += n % (i + 1);
    return count > 5 ? sum : 2 * sum;
}
static double scale(double x)
{
    return exp(x) * x;
}
int main(void)
{
    double u[9] = {1, 2, 3}, k[9] = {4, 5, 6}, du[9] = {0}, dk[9] = {0};
    __enzyme_autodiff((void *)misfit, enzyme_dup, u, du, enzyme_dup, k, dk, enzyme_const, 9,
                      enzyme_const, 3);
    return __enzyme_fwddiff((void *)scale, 1.0, 1.0) == 0;
}
END
cat >check.py <<'END'
"""Reads a page: every tag is closed, ids are there that links name, and what lines have."""
import html.parser, sys

class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.stack, self.ids, self.links, self.lines = [], set(), set(), {}
        self.line, self.in_code = 0, False
    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        assert tag not in ("script", "link", "img"), tag
        if tag != "meta":
            self.stack.append(tag)
        if "id" in attrs:
            assert attrs["id"] not in self.ids
            self.ids.add(attrs["id"])
        if "href" in attrs:
            self.links.add(attrs["href"])
        if tag == "tr" and "data-line" in attrs:
            self.line = int(attrs["data-line"])
            self.lines[self.line] = {"active": attrs.get("class") == "active", "notes": [],
                                     "code": ""}
        if tag == "li":
            self.lines[self.line]["notes"].append("")
        self.in_code = tag == "code"
    def handle_endtag(self, tag):
        assert self.stack.pop() == tag, tag
        self.in_code = False
    def handle_data(self, data):
        if "li" in self.stack:
            self.lines[self.line]["notes"][-1] += data
        elif self.in_code and self.line:
            self.lines[self.line]["code"] += data

text = open(sys.argv[1], encoding="utf-8").read()
assert text.startswith("<!DOCTYPE html>") and "http" not in text and "enz." not in text
page = Page()
page.feed(text)
page.close()
assert not page.stack, page.stack
assert {"legend", "derivatives", "d1", "d2"} <= page.ids, page.ids
assert all(link[0] == "#" and link[1:] in page.ids for link in page.links), page.links
source = open("in/rod.c", encoding="utf-8").read().split("\n")
for number, line in page.lines.items():
    assert line["code"] == source[number - 1], (number, line["code"])
active = [n for n in page.lines if page.lines[n]["active"]]
assert active == [10, 14, 17, 21], active
def notes(line, kind):
    return [n[len(kind):] for n in page.lines[line]["notes"] if n.startswith(kind)]
assert set(range(6, 19)) | {19, 20, 21, 22} <= set(page.lines) and 26 not in page.lines
assert notes(8, "loop") and notes(9, "loop") and notes(13, "loop"), page.lines
assert "steps over it" in notes(15, "loop")[0], notes(15, "loop")
assert notes(9, "loop")[0].endswith("; 16 bytes per iteration [1]"), notes(9, "loop")
kept = notes(10, "kept")
assert len(kept) == 2 and all("8 bytes per iteration of the loop at rod.c:9" in k for k in kept)
assert any("of 'u'" in k and "because the store at rod.c:10 may overwrite it" in k for k in kept)
assert any("the result of sin" in k for k in kept), kept
assert any("loaded from memory of 'k'" in n for n in notes(10, "recomputed")), page.lines[10]
shadows = notes(10, "shadow")
for memory in "uk":
    assert any(f"the shadow of '{memory}' is added to" in n for n in shadows), shadows
assert any("the shadow of 'u' is read, and set to zero" in n for n in shadows), shadows
assert not page.lines[21]["notes"], page.lines[21]
END

# Lines have what belongs to them, at each level; without an option nothing is written.
for level in -O0 -O1 -O3; do
    silent "$ENZCC" $level -g -fenz-report=page.html rod.c -lm -o rod
    python3 check.py ours/w/page.html || fail "the page is not as it should be at $level"
    ours/w/rod || fail "the program does not run at $level"
done
cp ours/w/page.html .
silent "$ENZCC" -fenz-report=page.html -fno-enz-report rod.c -lm -o rod
[ -e ours/w/page.html ] && fail '-fno-enz-report does not take it back'
prints 'rod.c:26:5: __enzyme_autodiff of misfit, prepared' "$ENZCC" -fenz-report \
    -fenz-report=page.html rod.c -lm -o rod
[ -s ours/w/page.html ] || fail 'one report takes the place of the other'
silent "$ENZCC" -fenz-syntax-only -fenz-report=page.html rod.c -lm -o rod
[ -s ours/w/page.html ] || fail 'no page with -fenz-syntax-only'

# Source that is not there any more, bytes that are no text, a file that cannot be written.
silent "$ENZCC" -c rod.c
mv ours/w/rod.o .
rm -rf moved && mkdir moved
(cd moved && "$ENZCC" ../rod.o -fenz-report=page.html -lm -o rod) || fail 'no page without source'
grep -q 'This file cannot be read' moved/page.html || fail 'nothing says that the source is gone'
grep -q 'class="tag kept"' moved/page.html || fail 'no notes without source'
sed 's/é/\xe9\xc3 \x01\xed\xa0\x80/' in/rod.c >in/latin.c
silent "$ENZCC" -w -fenz-report=page.html latin.c -lm -o rod
python3 -c 'open("ours/w/page.html", encoding="utf-8").read()' || fail 'the page is no UTF-8'
grep -q "&#39;quoted&#39;, ��" ours/w/page.html || fail 'other bytes are not replaced'
refused "cannot write 'none/page.html'" "$ENZCC" -fenz-report=none/page.html rod.c -lm -o rod
for name in page page.txt .html; do
    refused 'ends in one of: html,json' "$ENZCC" -fenz-report=$name rod.c -lm -o rod
done

# What threads run has the place where they are started.
cat >in/team.c <<'END'
double __enzyme_autodiff(void *, ...);
extern int enzyme_dup;
static void square(double *x, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        x[i] = x[i] * x[i];
}
void gradient(double *x, double *dx, int n)
{
    __enzyme_autodiff((void *)square, enzyme_dup, x, dx, n);
}
int main(void)
{
    double x[2] = {1, 2}, dx[2] = {1, 1};
    gradient(x, dx, 2);
    return dx[0] != 2;
}
END
silent "$ENZCC" -O1 -g -fopenmp -fenz-syntax-only -fenz-report=page.html team.c
grep -q '<code>parallel region at team.c:5:1</code>' ours/w/page.html || fail 'a region has no name'
awk '/^<tr data-line="5"/ { on = 1 } /^<tr data-line="6"/ { on = 0 } on' ours/w/page.html |
    grep -q 'class="tag kept"' || fail 'nothing is said of a parallel region'

# As JSON.
silent "$ENZCC" -O1 -g -fenz-report=report.json rod.c -lm -o rod
python3 - ours/w/report.json <<'END' || fail 'the JSON is not as it should be'
import json, sys
report = json.load(open(sys.argv[1]))
assert [c["entry"] for c in report["calls"]] == ["__enzyme_autodiff", "__enzyme_fwddiff"]
assert [d["function"] for d in report["derivatives"]] == ["misfit", "scale"]
assert report["derivatives"][1]["mode"] == "forward mode"
kept = [n for n in report["notes"] if n["kind"] == "kept" and n["line"] == 10]
assert [n["bytes"] for n in kept] == [8, 8], kept
assert {n["kind"] for n in report["notes"]} == {"active", "loop", "kept", "recomputed", "shadow"}
END

# In a browser, if there is one: nothing is wider than the window, and there is something to see.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
shot() { # width colours: how many colours the page has
    "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size="$1",1600 \
        --user-data-dir="$SCRATCH/browser" --blink-settings=preferredColorScheme="$2" \
        --screenshot="$SCRATCH/shot.png" "file://$SCRATCH/page.html" >/dev/null 2>&1
}
if [ -n "$browser" ]; then
    sed 's|</body>|<script>document.title=document.documentElement.scrollWidth+" of "+innerWidth\
</script></body>|' page.html >wide.html
    for width in 400 1300; do
        title=$("$browser" --headless --no-sandbox --disable-gpu --window-size=$width,1600 \
            --user-data-dir="$SCRATCH/browser" --dump-dom "file://$SCRATCH/wide.html" 2>/dev/null |
            sed -n 's/.*<title>\([0-9]*\) of \([0-9]*\)<.*/\1 \2/p')
        [ -n "$title" ] && [ "${title% *}" -le "${title#* }" ] ||
            fail "the page is wider than its window: $title"
    done
    for scheme in 0 1; do
        shot 1300 $scheme
        python3 - shot.png <<'END' || fail "the page is blank, with colours $scheme"
import struct, sys, zlib
data, at, packed = open(sys.argv[1], "rb").read(), 8, b""
while at < len(data):
    size, kind = struct.unpack(">I4s", data[at:at + 8])
    if kind == b"IHDR":
        width, height = struct.unpack(">II", data[at + 8:at + 16])
    if kind == b"IDAT":
        packed += data[at + 8:at + 8 + size]
    at += 12 + size
rows = zlib.decompress(packed)
stride = len(rows) // height
# A row without anything on it is the same byte again and again, whatever its filter.
full = sum(len(set(rows[y * stride + 1:(y + 1) * stride])) > 12 for y in range(height))
assert (width, height) == (1300, 1600) and full > 300, (width, height, full)
END
    done
fi
finish
