/* Structs in structs in arrays. */
#include "oracle.h"

struct point {
    double x, y;
};
struct segment {
    struct point from, to;
};
struct path {
    int count;
    struct segment piece[3];
    double scale;
};

static double length2(const struct segment *s)
{
    double dx = s->to.x - s->from.x, dy = s->to.y - s->from.y;
    return dx * dx + dy * dy;
}

static double f(const double *x, int n)
{
    struct path p = {.count = 3, .scale = x[0]};
    for (int i = 0; i < p.count; i++) {
        p.piece[i].from = i ? p.piece[i - 1].to : (struct point){x[0], x[1]};
        p.piece[i].to = (struct point){x[2 * i + 2] * p.scale, x[2 * i + 3]};
    }
    double s = 0;
    for (int i = 0; i < p.count; i++)
        s += length2(&p.piece[i]) * (i + 1);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1.2, 0.7, -0.3, 0.9, 0.1, 2, 0.6, -1}), 8);
    return oracle_result();
}
