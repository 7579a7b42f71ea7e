/* Regions in loops, with teams of several sizes. */
#include "restored.h"
#include "teams.h"

#define CHECKED(name) FOR_TEAMS(ORACLE_MAP(name, x, N, y, N));

int main(void)
{
    double x[N], y[N];
    omp_set_dynamic(0);
    restored_fill(x, y);
    ALL(CHECKED)
    FOR_TEAMS(anywhere_wide());
    FOR_TEAMS(corners_wide());
    FOR_TEAMS(phases_wide());
    return oracle_result();
}
