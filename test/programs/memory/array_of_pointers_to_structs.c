/* Objects reached through a table of pointers, some of them twice. */
#include "oracle.h"

struct cell {
    double level;
    int visits;
};

static double f(const double *x, int n)
{
    struct cell cell[4];
    struct cell *order[6];
    for (int i = 0; i < 4; i++)
        cell[i] = (struct cell){x[i], 0};
    for (int i = 0; i < 6; i++)
        order[i] = &cell[i * 3 % 4];
    for (int i = 1; i < 6; i++) {
        order[i]->level += order[i - 1]->level * order[i]->level;
        order[i]->visits++;
    }
    double s = 0;
    for (int i = 0; i < 4; i++)
        s += cell[i].level * cell[i].visits;
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.3, 0.4, 0.2}), 4);
    return oracle_result();
}
