/* A constructor and a consumer, differentiated one after the other: the list that the first half of
 * the constructor returns goes, with its shadow, into the consumer; the reverse calls follow in the
 * opposite order. */
#include "oracle.h"
#include <stdlib.h>

struct node {
    double v;
    struct node *next;
};
struct made {
    void *tape;
    struct node *list, *shadow;
};
struct used {
    void *tape;
    double value;
};
struct made __enzyme_augmentfwd_make(void *, ...);
struct used __enzyme_augmentfwd_use(void *, ...);
void __enzyme_reverse(void *, ...);

static struct node *make(const double *x, int n)
{
    struct node *head = NULL;
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        p->v = x[i] * x[i];
        p->next = head;
        head = p;
    }
    return head;
}

static double use(const struct node *p)
{
    double s = 1;
    for (; p; p = p->next)
        s = s * p->v + p->v;
    return s;
}

static void drop(struct node *p)
{
    while (p) {
        struct node *next = p->next;
        free(p);
        p = next;
    }
}

static double whole(const double *x, int n)
{
    struct node *p = make(x, n);
    double s = use(p);
    drop(p);
    return s;
}

int main(void)
{
    double x[4] = {1.1, 0.5, 0.7, 1.3}, dx[4] = {0}, want[4];
    struct made m = __enzyme_augmentfwd_make((void *)make, enzyme_dup, x, dx, enzyme_const, 4);
    struct used u = __enzyme_augmentfwd_use((void *)use, enzyme_dup, m.list, m.shadow);
    CHECK(u.value, whole(x, 4));
    __enzyme_reverse((void *)use, enzyme_dup, m.list, m.shadow, 1.0, u.tape);
    __enzyme_reverse((void *)make, enzyme_dup, x, dx, enzyme_const, 4, m.tape);
    GRADIENT(whole, x, want, 4);
    for (int i = 0; i < 4; i++)
        CHECK(dx[i], want[i]);
    drop(m.list);
    drop(m.shadow);
    return oracle_result();
}
