/* Structs as arguments: by value in registers (a gradient comes back), in memory (accumulated into
 * the caller's object), and behind a pointer. */
#include "oracle.h"
#include <math.h>

struct augmented {
    void *tape;
    double value;
};
struct augmented __enzyme_augmentfwd(void *, ...);
struct two __enzyme_reverse_2(void *, ...);
void __enzyme_reverse_v(void *, ...);

struct box {
    double size[3];
    double weight;
};

static double in_registers(struct two p)
{
    return p.x * sin(p.y);
}
static double in_memory(struct box b)
{
    b.size[0] *= b.size[1];
    return b.size[0] * b.size[2] * b.weight;
}
static double behind_pointer(const struct box *b)
{
    return in_memory(*b);
}

int main(void)
{
    struct two p = {2, 0.5};
    struct augmented a = __enzyme_augmentfwd((void *)in_registers, p);
    CHECK(a.value, 2 * sin(0.5));
    struct two g = __enzyme_reverse_2((void *)in_registers, p, 3.0, a.tape);
    CHECK(g.x, 3 * sin(0.5));
    CHECK(g.y, 6 * cos(0.5));

    struct box b = {{2, 3, 5}, 7}, db = {{0}, 0};
    a = __enzyme_augmentfwd((void *)in_memory, enzyme_dup, b, db);
    CHECK(a.value, 210);
    __enzyme_reverse_v((void *)in_memory, enzyme_dup, b, db, 1.0, a.tape);
    CHECK(db.size[0], 105);
    CHECK(db.weight, 30);

    struct box dc = {{0}, 0};
    a = __enzyme_augmentfwd((void *)behind_pointer, enzyme_dup, &b, &dc);
    b.size[1] = -1;
    __enzyme_reverse_v((void *)behind_pointer, enzyme_dup, &b, &dc, 1.0, a.tape);
    CHECK(dc.size[0], 105);
    CHECK(dc.size[2], 42);
    return oracle_result();
}
