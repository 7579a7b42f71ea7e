#include <stdio.h>
#include <stdlib.h>

double __enzyme_autodiff(void *, ...);

struct node {
    double value;
    struct node *next;
};

/* x + x^2 + ... + x^n by way of a list on the heap */
static double powers(double x, int n)
{
    struct node *list = NULL;
    double p = 1, sum = 0;
    for (int i = 0; i < n; i++) {
        struct node *head = malloc(sizeof *head);
        p *= x;
        head->value = p;
        head->next = list;
        list = head;
    }
    while (list) {
        struct node *next = list->next;
        sum += list->value;
        free(list);
        list = next;
    }
    return sum;
}

/* the same with an array that grows */
static double grown(double x, int n)
{
    double *a = NULL, p = 1, sum = 0;
    for (int i = 0; i < n; i++) {
        a = realloc(a, sizeof *a * (size_t)(i + 1));
        p *= x;
        a[i] = p;
    }
    for (int i = 0; i < n; i++)
        sum += a[i];
    free(a);
    return sum;
}

int main(void)
{
    printf("%g\n", __enzyme_autodiff((void *)powers, 2.0, 4));
    printf("%g\n", __enzyme_autodiff((void *)grown, 2.0, 4));
}
