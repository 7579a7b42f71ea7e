/* A threaded interpreter: labels as values, dispatch by computed goto. */
#include <math.h>
#include "oracle.h"

enum { PUSH, ADD, MUL, SIN, DUP, HALT };

static double run(const unsigned char *code, const double *inputs)
{
    static const void *const labels[] = {&&push, &&add, &&mul, &&sine, &&dup, &&halt};
    double stack[16];
    int top = 0;
#define NEXT goto *labels[*code++]
    NEXT;
push:
    stack[top++] = inputs[*code++];
    NEXT;
add:
    top--;
    stack[top - 1] += stack[top];
    NEXT;
mul:
    top--;
    stack[top - 1] *= stack[top];
    NEXT;
sine:
    stack[top - 1] = sin(stack[top - 1]);
    NEXT;
dup:
    stack[top] = stack[top - 1];
    top++;
    NEXT;
halt:
    return stack[0];
}

static double f(const double *x, int n)
{
    static const unsigned char program[] = {PUSH, 0, DUP, MUL, PUSH, 1,   SIN, ADD,
                                            PUSH, 2, MUL, DUP, SIN,  ADD, HALT};
    return run(program, x);
}

int main(void)
{
    double a = 1.5, b = 0.7, c = 2, u = (a * a + sin(b)) * c, k = 1 + cos(u);
    ORACLE_GRADIENT_IS(f, ((const double[]){a, b, c}), 3,
                       ((const double[]){2 * a * c * k, cos(b) * c * k, (a * a + sin(b)) * k}));
    return oracle_result();
}
