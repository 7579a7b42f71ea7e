#include "vec.h"

double norm2(const struct vec *v);

double norm2(const struct vec *v)
{
    return vec_dot(*v, *v);
}
