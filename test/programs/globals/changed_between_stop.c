/* Tables and lists in globals that have no shadow in a second derivative, in two directions, where
 * shadows are not at a distance: what the program has put there since the first one is not known.
 */
#include "oracle.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern int enzyme_width, enzyme_dupv;

enum { N = 4 };
struct node {
    double value;
    struct node *next;
};
static double **table;
static struct node *list;

static void rows(const double *x, double *y)
{
    if (!table) {
        table = malloc(N * sizeof *table);
        for (int i = 0; i < N; i++)
            table[i] = malloc(N * sizeof **table);
    }
    *y = 0;
    for (int i = 0; i < N; i++)
        table[i][i] = x[i] * x[i];
    for (int i = 0; i < N; i++)
        *y += table[i][i] * (i + 1);
}

static void nodes(const double *x, double *y)
{
    int i = 0;
    for (; !list || i < N; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    i = 0;
    *y = 0;
    for (struct node *n = list; n; n = n->next, i++)
        n->value = x[i % N] * x[i % N];
    for (struct node *n = list; n; n = n->next)
        *y += n->value;
}

static double x[N] = {1, 2, 3, 4}, dx[2][N];

static void differentiate(void (*f)(const double *, double *))
{
    double y, dy[2] = {1, 2};
    if (f == rows)
        __enzyme_autodiff((void *)rows, enzyme_width, 2, enzyme_dupv, (int)sizeof *dx, x, dx,
                          enzyme_dupv, (int)sizeof *dy, &y, dy);
    else
        __enzyme_autodiff((void *)nodes, enzyme_width, 2, enzyme_dupv, (int)sizeof *dx, x, dx,
                          enzyme_dupv, (int)sizeof *dy, &y, dy);
}

/* The signal that ends a derivative. */
static int signal_of(void (*f)(const double *, double *))
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        fclose(stderr);
        differentiate(f);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int main(void)
{
    differentiate(rows);
    CHECK_ARRAY(dx[0], ORACLE_LIST(2, 8, 18, 32), N);
    CHECK_THAT(signal_of(rows) == SIGABRT);
    for (int i = 0; i < N; i++)
        dx[0][i] = 0;
    differentiate(nodes);
    CHECK_ARRAY(dx[0], ORACLE_LIST(2, 4, 6, 8), N);
    CHECK_THAT(signal_of(nodes) == SIGABRT);
    return oracle_result();
}
