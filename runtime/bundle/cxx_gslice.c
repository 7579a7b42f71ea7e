/* libc++'s std::gslice: the list of positions, which its headers only declare.
 *
 * Layout: lengths, strides and positions, each a valarray of size_t (its first and the end of its
 * elements). */
#include <stddef.h>

struct valarray {
    size_t *begin, *end;
};
struct gslice {
    struct valarray lengths, strides, positions;
};

void *_Znwm(size_t);
void _ZdlPv(void *);
void enz_body__ZNSt3__16gslice6__initEm(struct gslice *g, size_t start);

static size_t count(const struct gslice *g)
{
    size_t n = g->lengths.begin != g->lengths.end;
    for (const size_t *length = g->lengths.begin; length != g->lengths.end; length++)
        n *= *length;
    return n;
}

/* Position number k: the last length counts fastest. */
static size_t position(const struct gslice *g, size_t start, size_t k)
{
    for (size_t d = (size_t)(g->lengths.end - g->lengths.begin); d-- > 0; k /= g->lengths.begin[d])
        start += k % g->lengths.begin[d] * g->strides.begin[d];
    return start;
}

void enz_body__ZNSt3__16gslice6__initEm(struct gslice *g, size_t start)
{
    size_t n = count(g);
    _ZdlPv(g->positions.begin);
    g->positions.begin = g->positions.end = NULL;
    if (!n)
        return;
    g->positions.begin = _Znwm(n * sizeof(size_t));
    g->positions.end = g->positions.begin + n;
    for (size_t k = 0; k < n; k++)
        g->positions.begin[k] = position(g, start, k);
}
