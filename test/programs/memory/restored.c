/* The functions of openmp/restored.h in one thread: the loops are in the function itself. */
#include "../openmp/restored.h"

#define CHECKED(name) ORACLE_MAP(name, x, N, y, N);

int main(void)
{
    double x[N], y[N];
    restored_fill(x, y);
    ALL(CHECKED)
    anywhere_wide();
    corners_wide();
    phases_wide();
    return oracle_result();
}
