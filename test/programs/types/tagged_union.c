/* An interpreter whose values are tagged unions, copied as a whole between a stack and variables.
 */
#include "oracle.h"

enum tag { INTEGER, NUMBER, STRING };
struct value {
    enum tag tag;
    union {
        long integer;
        double number;
        const char *string;
    } as;
};
enum op { PUSH, ADD, MUL, DUP, SWAP };

static struct value number(double v)
{
    return (struct value){NUMBER, {.number = v}};
}
static double to_number(struct value v)
{
    return v.tag == NUMBER ? v.as.number : (double)v.as.integer;
}

static struct value binary(enum op op, struct value a, struct value b)
{
    if (a.tag == INTEGER && b.tag == INTEGER)
        return (struct value){
            INTEGER,
            {.integer = op == ADD ? a.as.integer + b.as.integer : a.as.integer * b.as.integer}};
    return number(op == ADD ? to_number(a) + to_number(b) : to_number(a) * to_number(b));
}

static double f(const double *x, int n)
{
    static const enum op program[] = {DUP, MUL, SWAP, ADD, MUL, ADD};
    struct value stack[16];
    int top = 0;
    for (int i = 0; i < n; i++)
        stack[top++] = i == 1 ? (struct value){INTEGER, {.integer = 3}} : number(x[i]);
    for (unsigned i = 0; i < sizeof program / sizeof *program; i++) {
        struct value t;
        switch (program[i]) {
        case DUP:
            stack[top] = stack[top - 1];
            top++;
            break;
        case SWAP:
            t = stack[top - 1];
            stack[top - 1] = stack[top - 2];
            stack[top - 2] = t;
            break;
        default:
            top--;
            stack[top - 1] = binary(program[i], stack[top - 1], stack[top]);
            break;
        }
    }
    return to_number(stack[top - 1]);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}
