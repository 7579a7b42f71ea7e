/* An interpreter of typed instructions: a stack, registers of numbers and of integers, and pointers
 * in one struct, which functions that are called at many places push to and pop from. */
#include <math.h>
#include <stdlib.h>
#include "oracle.h"

enum operation { CONSTANT, LOAD, STORE, ADD, SUBTRACT, MULTIPLY, SINE, REPEAT, COUNT, JUMP, STOP };
struct instruction {
    enum operation operation;
    int operand;
    double number;
};
struct slot {
    double value;
    int tag;
};
struct machine {
    struct slot stack[32];
    int top;
    double numbers[16];
    int counters[4];
    int at;
    const struct instruction *code;
};

static void push(struct machine *m, double value)
{
    m->stack[m->top].value = value;
    m->stack[m->top].tag = m->at;
    m->top++;
}

static struct slot pop(struct machine *m)
{
    return m->stack[--m->top];
}

static void two(struct machine *m, enum operation operation)
{
    struct slot b = pop(m), a = pop(m);
    if (operation == ADD)
        push(m, a.value + b.value);
    else if (operation == SUBTRACT)
        push(m, a.value - b.value);
    else
        push(m, a.value * b.value);
}

static double run(struct machine *m)
{
    for (;;) {
        const struct instruction *i = &m->code[m->at++];
        switch (i->operation) {
        case CONSTANT: push(m, i->number); break;
        case LOAD: push(m, m->numbers[i->operand]); break;
        case STORE: m->numbers[i->operand] = pop(m).value; break;
        case ADD:
        case SUBTRACT:
        case MULTIPLY: two(m, i->operation); break;
        case SINE: {
            struct slot a = pop(m);
            a.value = sin(a.value);
            m->stack[m->top++] = a;
            break;
        }
        case REPEAT:
            m->stack[m->top] = m->stack[m->top - 1];
            m->top++;
            break;
        case COUNT: m->counters[i->operand]--; break;
        case JUMP:
            if (m->counters[i->operand & 3])
                m->at = i->operand >> 2;
            break;
        default: return pop(m).value;
        }
    }
}

static double interpret(const double *x, int n)
{
    const struct instruction code[] = {
        {CONSTANT, 0, x[0]}, {STORE, 0, 0},    {CONSTANT, 0, x[1]},   {STORE, 1, 0},
        {LOAD, 0, 0},        {SINE, 0, 0},     {LOAD, 1, 0},          {CONSTANT, 0, x[2]},
        {MULTIPLY, 0, 0},    {ADD, 0, 0},      {REPEAT, 0, 0},        {STORE, 0, 0},
        {LOAD, 1, 0},        {ADD, 0, 0},      {CONSTANT, 0, 0.25},   {MULTIPLY, 0, 0},
        {STORE, 1, 0},       {COUNT, 1, 0},    {JUMP, 4 << 2 | 1, 0}, {LOAD, 0, 0},
        {LOAD, 1, 0},        {SUBTRACT, 0, 0}, {STOP, 0, 0}};
    struct machine *m = calloc(1, sizeof *m);
    if (!m)
        abort();
    m->code = code;
    m->counters[1] = n;
    double sum = run(m);
    free(m);
    return sum;
}

int main(void)
{
    const double x[3] = {0.5, 0.8, 0.2};

    ORACLE_GRADIENT(interpret, x, 3);
    return oracle_result();
}
