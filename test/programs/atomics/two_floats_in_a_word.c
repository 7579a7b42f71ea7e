/* Two floats are exchanged as one atomic word. */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

struct pair {
    float a, b;
};

static struct pair get(uint64_t *word)
{
    uint64_t w = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    struct pair p;
    memcpy(&p, &w, sizeof p);
    return p;
}
static void put(uint64_t *word, struct pair p)
{
    uint64_t w;
    memcpy(&w, &p, sizeof w);
    __atomic_store_n(word, w, __ATOMIC_RELEASE);
}

static uint64_t words[2];
/* 5/2 x^3 + x^2 / 2. Read twice: the adjoints of both reads are added. */
static float f(float x)
{
    put(&words[0], (struct pair){x, 1.25f * x * x});
    struct pair p = get(&words[0]), q = get(&words[0]);
    put(&words[1], (struct pair){p.a * q.b, p.b + 0.5f * q.a});
    struct pair last = get(&words[1]);
    return last.a + last.b * x;
}

int main(void)
{
    for (float x = -1; x < 2; x += 0.75f)
        ORACLE_FLOAT_IS(f, x, 7.5 * x * x + x);
    return oracle_result();
}
