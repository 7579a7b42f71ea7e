#include "shared.h"

double setting = 1;

void store(double v)
{
    setting = 2 * v;
}
