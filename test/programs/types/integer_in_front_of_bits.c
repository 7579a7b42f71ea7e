/* An integer stands in front of the bits of a number in an array of words, of which a copy moves
 * one word or both: the number moves on. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct node {
    int k;
    struct node *next;
    unsigned char b[16];
};

static uint64_t moved(uint64_t bits, int n)
{
    uint64_t *words = malloc(2 * sizeof *words);
    for (int i = 0; i < 2; i++)
        words[i] = i == 1 ? bits : (uint64_t)(7 * i);
    struct node *list = calloc(1, sizeof *list);
    memcpy(list->b, words, n > 0 ? 16 : 8);
    for (int i = 0; i < 2; i++) {
        struct node *q = malloc(sizeof *q);
        memcpy(q->b, list->b, sizeof q->b);
        q->next = list;
        list = q;
    }
    memcpy(words, list->b, 16);
    while (list) {
        struct node *q = list->next;
        free(list);
        list = q;
    }
    bits = words[1];
    free(words);
    return bits;
}

static double f(const double *x, int n)
{
    double y[3], sum = 0;
    unsigned char room[sizeof y];
    for (int i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, (const char *)x + 8 * i, 8);
        bits = moved(bits, n);
        memcpy(room + 8 * i, &bits, 8);
    }
    memcpy(y, room, sizeof y);
    for (int i = 0; i < n; i++)
        sum += y[i] * y[(i + 1) % n];
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}
