/* Writes docs/rules.md: the derivative rules as tables, from the rows themselves. */
#include <stdio.h>
#include <string.h>
#include <llvm-c/Core.h>
#include "rules/table.h"

/* '|' ends a table cell. */
static void print_code(const char *text)
{
    putchar('`');
    for (; *text; text++)
        *text == '|' ? fputs("\\|", stdout) : putchar(*text);
    putchar('`');
}

static void print_partials(unsigned results, unsigned operands, const char *const *partial)
{
    static const char *const names[] = {"x", "y", "z", "w"};
    bool first = true;
    for (unsigned c = 0; c < results; c++)
        for (unsigned k = 0; k < operands; k++) {
            const char *text = partial[c * operands + k];
            if (!text || !strcmp(text, "0"))
                continue;
            fputs(first ? "" : "<br>", stdout);
            printf(results > 1 ? "r%u, " : "", c);
            printf("%s: ", names[k]);
            print_code(text);
            first = false;
        }
    fputs(first ? "0" : "", stdout);
}

static void print_row(const char *name, const char *signature, const char *const *partial)
{
    unsigned results = (unsigned)(strchr(signature, ':') - signature),
             operands = (unsigned)strlen(signature) - results - 1;
    printf("| `%s` | `%s` | ", name, signature);
    print_partials(results, operands, partial);
    printf(" |\n");
}

#define PARTIALS(...) ((const char *const[RULE_MAX_OPERANDS *RULE_MAX_RESULTS]){__VA_ARGS__})

static void print_functions(void)
{
    printf("## Functions\n\nEvery precision suffix and spelling of a name is the same row.\n\n| "
           "name | signature | contributions |\n|---|---|---|\n");
#define RULE(id, name, intrinsic, signature, cost, flags, samples, ...)                            \
    print_row(name, signature, PARTIALS(__VA_ARGS__));
#define ALIAS(name, id, flags)
#include "rules/math.def"
#undef RULE
#undef ALIAS
}

static void print_aliases(void)
{
    printf("\n## Other names\n\n| name | row |\n|---|---|\n");
#define RULE(id, name, intrinsic, signature, cost, flags, samples, ...)
#define ALIAS(name, id, flags) printf("| `%s` | `%s` |\n", name, #id);
#include "rules/math.def"
#undef RULE
#undef ALIAS
}

static void print_instructions(void)
{
    printf("\n## Instructions\n\n| instruction | signature | contributions |\n|---|---|---|\n");
#define OPCODE(opcode, id, cost, flags, signature, samples, ...)                                   \
    print_row(#opcode + strlen("LLVM"), signature, PARTIALS(__VA_ARGS__));
#define SPECIAL_CASE(opcode, id, cost, flags, signature, samples, ...)                             \
    print_row(#id, signature, PARTIALS(__VA_ARGS__));
#include "rules/instructions.def"
#undef OPCODE
#undef SPECIAL_CASE
}

int main(void)
{
    puts("# Derivative rules\n\n"
         "Generated from passes/rules/math.def and instructions.def; do not edit.\n\n"
         "A contribution is what operand x, y, z or w adds to the tangent of the result, or\n"
         "the result to the adjoint of the operand, for a factor `d`; `r` is the result (`r0`,\n"
         "`r1`: its parts). Operands not listed have derivative zero. `singular(c, v)` is v\n"
         "but 0 where c holds, `pick(c, tie, v)` is v where c holds and else 0 (ties by\n"
         "option), `again` is the function itself. Signature: result:operands, f FP, g another\n"
         "FP type, i integer, p pointer.\n");
    print_functions();
    print_aliases();
    print_instructions();
    return 0;
}
