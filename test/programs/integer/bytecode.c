/* An interpreter of byte code with a stack of numbers. */
#include <math.h>
#include "oracle.h"

enum op { PUSH, LOAD, ADD, MUL, SIN, DUP, SWAP, JUMP_IF, HALT };

static double run(const unsigned char *code, const double *constants, const double *x)
{
    double stack[16];
    int top = 0, counter = 0;
    for (int pc = 0;;)
        switch ((enum op)code[pc++]) {
        case PUSH: stack[top++] = constants[code[pc++]]; break;
        case LOAD: stack[top++] = x[code[pc++]]; break;
        case ADD:
            top--;
            stack[top - 1] += stack[top];
            break;
        case MUL:
            top--;
            stack[top - 1] *= stack[top];
            break;
        case SIN: stack[top - 1] = sin(stack[top - 1]); break;
        case DUP:
            stack[top] = stack[top - 1];
            top++;
            break;
        case SWAP: {
            double t = stack[top - 1];
            stack[top - 1] = stack[top - 2];
            stack[top - 2] = t;
            break;
        }
        case JUMP_IF:
            if (++counter < code[pc + 1])
                pc = code[pc];
            else
                pc += 2;
            break;
        case HALT: return stack[top - 1];
        }
}

static double f(const double *x, int n)
{
    static const unsigned char code[] = {LOAD, 0,   LOAD, 1, SWAP, DUP,     MUL, ADD, PUSH, 0,
                                         MUL,  SIN, LOAD, 2, SWAP, JUMP_IF, 5,   4,   HALT};
    static const double constants[] = {0.5};
    return run(code, constants, x) * n;
}

int main(void)
{
    const double x[3] = {0.5, 0.25, 0.75};

    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
