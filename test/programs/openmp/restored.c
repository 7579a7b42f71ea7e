/* Regions in loops, with teams of several sizes. */
#include "restored.h"
#include "teams.h"

#define CHECKED(name) ORACLE_MAP(name, x, N, y, N);

int main(void)
{
    double x[N], y[N];
    omp_set_dynamic(0);
    restored_fill(x, y);
    for (int size = 1; size < 6; size += 2) {
        omp_set_num_threads(size);
        ALL(CHECKED)
        anywhere_wide();
        corners_wide();
        phases_wide();
    }
    return oracle_result();
}
