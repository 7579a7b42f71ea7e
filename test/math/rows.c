/* The rows of math.def and instructions.def with their sample intervals. */
#include <stdlib.h>
#include <string.h>
#include "math_test.h"

const struct test_row test_rows[] = {
#define RULE(id, name, intrinsic, signature, cost, flags, samples, ...)                            \
    {#id, name, signature, samples, flags, 0},
#define ALIAS(name, id, flags)
#include "rules/math.def"
#undef RULE
#undef ALIAS
#define OPCODE(opcode, id, cost, flags, signature, samples, ...)                                   \
    {#id, #id, signature, samples, 0, opcode},
#define SPECIAL_CASE OPCODE
#include "rules/instructions.def"
#undef OPCODE
#undef SPECIAL_CASE
};
const size_t test_row_count = sizeof test_rows / sizeof *test_rows;

const struct rule *test_rule(const struct test_row *row)
{
    const struct rule *rule = NULL;
    if (!row->opcode)
        return rule_find(row->name, strlen(row->name));
    for (unsigned i = 0; (rule = rule_at(i)) && strcmp(rule_name(rule), row->id); i++)
        ;
    return rule;
}

struct interval sample_interval(const char *samples, unsigned k)
{
    struct interval out = {0, 0, false};
    char *end;
    while (k-- && samples)
        samples = strchr(samples, ';') ? strchr(samples, ';') + 1 : NULL;
    if (!samples)
        return out;
    out.low = strtod(samples, &end);
    out.high = *end == ',' ? strtod(end + 1, &end) : out.low;
    out.integer = *end == 'i';
    return out;
}
