/* Pointers into a block that has been allocated anew move as far as the block has: by a difference
 * of pointers to elements, or of bytes, between two blocks whose shadows lie otherwise. */
#include "oracle.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static double sum_of_squares(const double *first, const double *last)
{
    double sum = 0;
    for (const double *p = first; p != last; p++)
        sum += *p * *p;
    return sum;
}

static double cursor(const double *x, int n)
{
    int room = 2;
    double *pool = malloc((size_t)room * sizeof *pool), *at = pool;
    for (int i = 0; i < n; i++) {
        if (at == pool + room) {
            room *= 3;
            double *moved = realloc(pool, (size_t)room * sizeof *pool);
            at += moved - pool;
            pool = moved;
        }
        *at++ = x[i] * x[i];
    }
    double sum = sum_of_squares(pool, at);
    free(pool);
    return sum;
}

/* Both pointers are loaded again when the block is there. */
static double *static_pool, *static_at;
static int static_room;

static double in_globals(const double *x, int n)
{
    static_pool = static_at = malloc(2 * sizeof *static_pool);
    static_room = 2;
    for (int i = 0; i < n; i++) {
        if (i == static_room) {
            double *moved = realloc(static_pool, 3 * (size_t)static_room * sizeof *moved);
            static_at += moved - static_pool;
            static_pool = moved;
            static_room *= 3;
        }
        *static_at++ = x[i] * x[i];
    }
    double sum = sum_of_squares(static_pool, static_at);
    free(static_pool);
    static_pool = static_at = NULL;
    return sum;
}

struct stack {
    double *bottom, *top, *end;
};

static __attribute__((noinline)) void grow(struct stack *s)
{
    ptrdiff_t room = s->end - s->bottom;
    double *before = s->bottom;
    s->bottom = realloc(s->bottom, 3 * (size_t)room * sizeof *s->bottom);
    s->top += s->bottom - before;
    s->end = s->bottom + 3 * room;
}

static double pushed(const double *x, int n)
{
    struct stack *s = malloc(sizeof *s);
    s->bottom = s->top = malloc(2 * sizeof *s->bottom);
    s->end = s->bottom + 2;
    for (int i = 0; i < n; i++) {
        if (s->top == s->end)
            grow(s);
        *s->top++ = x[i] * x[i];
    }
    double sum = sum_of_squares(s->bottom, s->top);
    free(s->bottom);
    free(s);
    return sum;
}

static __attribute__((noinline)) ptrdiff_t enlarge(double **pool, int room)
{
    double *moved = realloc(*pool, (size_t)room * sizeof *moved);
    ptrdiff_t by = moved - *pool;
    *pool = moved;
    return by;
}

static double moved_by_result(const double *x, int n)
{
    int room = 2;
    double *pool = malloc((size_t)room * sizeof *pool), *at = pool;
    for (int i = 0; i < n; i++) {
        if (i == room)
            at += enlarge(&pool, room *= 3);
        *at++ = x[i] * x[i];
    }
    double sum = sum_of_squares(pool, at);
    free(pool);
    return sum;
}

enum { MOST = 8 };

static double all_pointers(const double *x, int n)
{
    int room = 2;
    double *pool = malloc((size_t)room * sizeof *pool), *at[MOST], sum = 0;
    for (int i = 0; i < n; i++) {
        if (i == room) {
            double *moved = realloc(pool, (size_t)(room *= 3) * sizeof *pool);
            ptrdiff_t by = moved - pool;
            for (int k = 0; k < i; k++)
                at[k] += by;
            pool = moved;
        }
        at[i] = &pool[i];
        *at[i] = x[i] * x[i];
    }
    for (int i = 0; i < n; i++)
        sum += *at[i] * *at[n - 1 - i];
    free(pool);
    return sum;
}

/* As large as the alignment of blocks, which are whole numbers of these apart. */
struct node {
    double value;
    struct node *next;
};
_Static_assert(sizeof(struct node) == 16, "a divisor of all distances");

static struct node *nodes_moved(struct node *pool, int used, int room, struct node **head)
{
    struct node *moved = realloc(pool, (size_t)room * sizeof *moved);
    ptrdiff_t by = moved - pool;
    *head += by;
    for (int k = 0; k < used; k++)
        if (moved[k].next)
            moved[k].next += by;
    return moved;
}

static struct node *bytes_moved(struct node *pool, int used, int room, struct node **head)
{
    struct node *moved = realloc(pool, (size_t)room * sizeof *moved);
    ptrdiff_t by = (char *)moved - (char *)pool;
    *head = (struct node *)((char *)*head + by);
    for (int k = 0; k < used; k++)
        if (moved[k].next)
            moved[k].next = (struct node *)((char *)moved[k].next + by);
    return moved;
}

#define LIST(name, move)                                                                           \
    static double name(const double *x, int n)                                                     \
    {                                                                                              \
        int room = 2;                                                                              \
        struct node *pool = malloc((size_t)room * sizeof *pool), *head = NULL;                     \
        double sum = 0;                                                                            \
        for (int i = 0; i < n; i++) {                                                              \
            if (i == room)                                                                         \
                pool = move(pool, i, room *= 3, &head);                                            \
            pool[i] = (struct node){x[i] * x[i], head};                                            \
            head = &pool[i];                                                                       \
        }                                                                                          \
        for (struct node *p = head; p; p = p->next)                                                \
            sum = sum * x[0] + p->value * p->value;                                                \
        free(pool);                                                                                \
        return sum;                                                                                \
    }
LIST(list_of_elements, nodes_moved)
LIST(list_of_bytes, bytes_moved)

int main(void)
{
    double x[7] = {0.5, -1.25, 2, 0.75, -0.3, 1.1, -1.6};
    ORACLE_GRADIENT(cursor, x, 7);
    ORACLE_GRADIENT(in_globals, x, 7);
    ORACLE_GRADIENT(pushed, x, 7);
    ORACLE_GRADIENT(moved_by_result, x, 7);
    ORACLE_GRADIENT(all_pointers, x, 7);
    ORACLE_GRADIENT(list_of_elements, x, 7);
    ORACLE_GRADIENT(list_of_bytes, x, 7);
    return oracle_result();
}
