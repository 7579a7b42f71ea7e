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
#define OPCODE(opcode, id, cost, flags, signature, ...)                                            \
    {#id, #id, signature, "-5,5;1,9", 0, opcode},
#include "rules/instructions.def"
#undef OPCODE
};
const size_t test_row_count = sizeof test_rows / sizeof *test_rows;

const struct rule *test_rule(const struct test_row *row)
{
    return row->opcode ? rule_of_opcode(row->opcode) : rule_find(row->name, strlen(row->name));
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
