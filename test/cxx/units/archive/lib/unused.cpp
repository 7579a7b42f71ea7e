#include "shape.h"

// Not pulled in by anyone: it would not link.
double missing(const Shape &);
double unused(const Shape &s)
{
    return missing(s);
}
