/* Library functions that search in text return pointers into memory that holds numbers as well. */
#define _GNU_SOURCE
#include "oracle.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SIZE = 64 };

static void put(char *record, const char *key, double value)
{
    memset(record, 0, SIZE);
    strcpy(record, key);
    memcpy(record + strlen(key), &value, sizeof value);
}

static double get(const char *at)
{
    double value;
    memcpy(&value, at, sizeof value);
    return value;
}

static double reads(const double *x, int n)
{
    char record[SIZE];
    double sum = 0;
    put(record, "a,len:", x[0] * x[1] + n);
    sum += get((const char *)memchr(record, ':', SIZE) + 1);
    sum += 2 * get(strchr(record, ':') + 1);
    sum += 3 * get(strchrnul(record, ':') + 1);
    sum += 4 * get(strstr(record, "len:") + 4);
    sum += 5 * get(strpbrk(record, ":;") + 1);
    sum += 6 * get((const char *)memmem(record, SIZE, "len:", 4) + 4);
    sum += 7 * get((const char *)rawmemchr(record, ':') + 1);
    sum += 8 * get(strcasestr(record, "LEN:") + 4);
    sum += 9 * get(index(record, ':') + 1);
    return sum;
}

static double writes(const double *x, int n)
{
    char record[SIZE] = "len:";
    double product = x[0] * x[1] * n;
    memcpy(strchr(record, ':') + 1, &product, sizeof product);
    return product * get(record + 4);
}

struct parameter {
    char key[8];
    double value;
};

/* The last one of this name, in a table on the heap. */
static double looks_up(const double *x, int n)
{
    struct parameter *table = calloc(4, sizeof *table);
    for (int i = 0; i < 4; i++) {
        table[i].key[0] = (char)('a' + i % 2);
        table[i].value = x[i % n] * (i + 1);
    }
    const char *key = NULL;
    for (int i = 0; i < 4; i++)
        if (strchr(table[i].key, 'b'))
            key = strrchr(table[i].key, 'b');
    double value = ((const struct parameter *)(const void *)key)->value;
    free(table);
    return value * value;
}

static double separates(const double *x, int n)
{
    char record[SIZE] = "one;";
    char *rest = record;
    double square = x[n - 1] * x[n - 1];
    memcpy(record + 4, &square, sizeof square);
    const char *first = strsep(&rest, ";");
    return get(rest) * (double)strlen(first);
}

int main(void)
{
    const double x[2] = {1.3, -0.4};
    ORACLE_GRADIENT(reads, x, 2);
    ORACLE_GRADIENT(writes, x, 2);
    ORACLE_GRADIENT(looks_up, x, 2);
    ORACLE_GRADIENT(separates, x, 2);
    return oracle_result();
}
