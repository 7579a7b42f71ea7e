/* A stack machine with a switch in a loop, jumps and a counter: loops in the interpreted program.
 */
#include <math.h>
#include "oracle.h"

enum op { LOAD, STORE, CONST, ADD, SUB, MUL, DIV, EXP, LOOP, END };
struct instruction {
    enum op op;
    int arg;
};

static double execute(const struct instruction *code, double *memory)
{
    double stack[8];
    int sp = 0, counter = 0;
    for (int pc = 0;; pc++) {
        const struct instruction *i = &code[pc];
        switch (i->op) {
        case LOAD: stack[sp++] = memory[i->arg]; break;
        case STORE: memory[i->arg] = stack[--sp]; break;
        case CONST: stack[sp++] = i->arg; break;
        case ADD: sp--, stack[sp - 1] += stack[sp]; break;
        case SUB: sp--, stack[sp - 1] -= stack[sp]; break;
        case MUL: sp--, stack[sp - 1] *= stack[sp]; break;
        case DIV: sp--, stack[sp - 1] /= stack[sp]; break;
        case EXP: stack[sp - 1] = exp(stack[sp - 1]); break;
        case LOOP:
            if (++counter < 4)
                pc = i->arg - 1;
            break;
        case END: return stack[0];
        }
    }
}

static double f(const double *x, int n)
{
    /* a Babylonian square root of x0 starting at x1, times exp(x1) */
    static const struct instruction code[] = {
        {LOAD, 0}, {LOAD, 1}, {DIV, 0},  {LOAD, 1}, {ADD, 0}, {CONST, 2}, {DIV, 0}, {STORE, 1},
        {LOOP, 0}, {LOAD, 1}, {LOAD, 2}, {EXP, 0},  {MUL, 0}, {LOAD, 0},  {SUB, 0}, {END, 0}};
    double memory[4] = {x[0], x[1], x[1]};
    return execute(code, memory);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){3.0, 1.5}), 2);
    return oracle_result();
}
