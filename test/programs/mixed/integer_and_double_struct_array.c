/* Arrays of structs of integers, flags, names and numbers copied, sorted and compared as wholes. */
#include <stdbool.h>
#include <string.h>
#include "oracle.h"

struct particle {
    unsigned short id;
    bool fixed;
    char symbol[3];
    float charge;
    double position[2];
    long bonds[2];
};

static void sort_by_x(struct particle *p, int n)
{
    for (int i = 1; i < n; i++) {
        struct particle t = p[i];
        int k = i;
        while (k > 0 && p[k - 1].position[0] > t.position[0]) {
            memcpy(&p[k], &p[k - 1], sizeof *p);
            k--;
        }
        p[k] = t;
    }
}

static double f(const double *x, int n)
{
    struct particle p[4];
    double e = 0;
    memset(p, 0, sizeof p);
    for (int i = 0; i < 4; i++) {
        p[i].id = (unsigned short)(i + 1);
        p[i].fixed = i == 2;
        strcpy(p[i].symbol, i % 2 ? "Cl" : "Na");
        p[i].charge = i % 2 ? -1 : 1;
        p[i].position[0] = x[i % n];
        p[i].position[1] = x[(i + 1) % n] * x[0];
        p[i].bonds[0] = (i + 1) % 4;
    }
    sort_by_x(p, 4);
    for (int i = 0; i < 4; i++)
        for (int k = i + 1; k < 4; k++) {
            double dx = p[i].position[0] - p[k].position[0],
                   dy = p[i].position[1] - p[k].position[1];
            if (!strcmp(p[i].symbol, p[k].symbol) || p[i].fixed)
                e += (double)p[i].charge * (double)p[k].charge / (0.1 + dx * dx + dy * dy);
            else if (p[i].bonds[0] == p[k].id)
                e += dx * dy;
        }
    return e;
}

int main(void)
{
    const double x[4] = {0.9, -0.8, 0.6, 0.2};

    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
