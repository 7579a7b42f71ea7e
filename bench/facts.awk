# What the compiler said about derivatives: a line per gradient, with tabs in between: the gradient
# (FAMILY_VARIANT), how its loops are reversed, how many innermost loops of its reverse sweep were
# vectorised, of how many, and why the others were not.
#
#     awk -f facts.awk families plan remarks
#
# families: lines `family function`, as in families.def; plan: what -fenz-dump=request,plan prints;
# remarks: the optimisation remarks of the link, as YAML. The plans of a request begin with that of
# its target; those of other functions that it needs follow.
#
# Code of the reverse sweep has no source location of its own: it has none in a derivative that is
# a function (enz.grad.F), and that of the derivative call, in enzyme/, where it was inlined.

function summary(name, kinds, n, i, text) {
    n = split(schedules[name], kinds, " ")
    for (i = 1; i <= n; i++)
        text = text (text ? ", " : "") kinds[i] " " count[name, kinds[i]]
    return text ? text : "no loop"
}

function remark() {
    if (place !~ /^$|^enzyme\// || !derivative)
        return
    if (title == "Vectorized")
        vectorised[derivative]++
    if (title ~ /^(Vectorized|MissedDetails|VectorizationNotBeneficial)$/)
        loops[derivative]++
    if (kind !~ /^Analysis/ || !sub(/^loop not vectorized: /, "", text))
        return
    sub(/[.].*/, "", text)
    if (!seen[derivative, text]++)
        reasons[derivative] = reasons[derivative] (reasons[derivative] ? "; " : "") text
}

# The gradient that a function belongs to: FAMILY_enzyme_VARIANT, or enz.grad.FUNCTION_VARIANT.
function gradient_of(name, variant, end) {
    variant = name ~ /_restrict$/ ? "_restrict" : name ~ /_plain$/ ? "_plain" : ""
    if (!variant)
        return ""
    name = substr(name, 1, length(name) - length(variant))
    if (name ~ /_enzyme$/)
        return substr(name, 1, length(name) - 7) variant
    if (name !~ /^enz\.grad\./)
        return ""
    name = substr(name, 10)
    return name in family ? family[name] variant : ""
}

FNR == 1 { file++ }

file == 1 { family[$2] = $1; next }

file == 2 && /^plan of enz[.]prepared[.]/ {
    name = substr($3, 14)
    variant = name ~ /_restrict$/ ? "_restrict" : "_plain"
    name = substr(name, 1, length(name) - length(variant))
    if (name in family)
        current = family[name] variant
    known[current]
}

file == 2 && /^  loop [0-9]+ depth [0-9]+: / {
    kind = $5
    sub(/,.*/, "", kind)
    if (!count[current, kind]++)
        schedules[current] = schedules[current] " " kind
}

file == 3 && /^--- !/ { kind = substr($2, 2); place = derivative = text = "" }
file == 3 && /^Name:/ { title = $2 }
file == 3 && /^DebugLoc:/ { place = $4; gsub(/[',]/, "", place) }
file == 3 && /^Function:/ { derivative = gradient_of($2) }
file == 3 && /^  - String:/ { sub(/^  - String: *'?/, ""); sub(/'$/, ""); text = text $0 }
file == 3 && /^\.\.\./ { remark() }

END {
    for (name in known)
        printf "%s\t%s\t%d/%d\t%s\n", name, summary(name), vectorised[name], loops[name],
            reasons[name]
}
