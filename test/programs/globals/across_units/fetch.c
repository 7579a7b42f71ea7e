#include "shared.h"

double fetch(void)
{
    return setting;
}
