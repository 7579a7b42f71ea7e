/* Tables of pointers in globals, which the function allocates once, and which the program changes
 * between derivative calls: rows that grow, change places, and go. In split mode, and in several
 * directions, the run ends then. */
#include "oracle.h"
#include <stdlib.h>
#include <string.h>

enum { ROWS = 4 };
static double **table;
static int room;

static void allocate(int n)
{
    if (!table)
        table = calloc(ROWS, sizeof *table);
    for (int i = 0; i < ROWS; i++)
        table[i] = realloc(table[i], n * sizeof **table);
    room = n;
}

static double f(const double *x, int n)
{
    if (room < n)
        allocate(n);
    double s = 0;
    for (int i = 0; i < n; i++)
        table[i % ROWS][i] = x[i] * x[i];
    for (int i = 1; i < n; i++)
        s += table[i % ROWS][i] * table[(i - 1) % ROWS][i - 1];
    return s;
}

int main(void)
{
    double x[40];
    oracle_random(x, 40, 3);
    for (int n = 5; n <= 40; n += 5) {
        ORACLE_GRADIENT(f, x, n);
        if (n % 2) { /* the rows change places */
            double *first = table[0];
            memmove(table, table + 1, (ROWS - 1) * sizeof *table);
            table[ROWS - 1] = first;
        } else { /* or grow */
            allocate(n + 3);
        }
        ORACLE_GRADIENT(f, x, n);
    }
    for (int i = 0; i < ROWS; i++)
        free(table[i]);
    free(table);
    table = NULL, room = 0;
    ORACLE_GRADIENT(f, x, 7);
    return oracle_result();
}
