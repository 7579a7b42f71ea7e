/* Where words and numbers in text end are pointers into memory that holds values as well. */
#define _GNU_SOURCE
#include "oracle.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 64 };

static void put(char *record, const char *text, double value)
{
    memset(record, 0, SIZE);
    strcpy(record, text);
    memcpy(record + strlen(text), &value, sizeof value);
}

static double get(const char *at)
{
    double value;
    memcpy(&value, at, sizeof value);
    return value;
}

/* Each number is followed by a value in binary form. */
static double after_numbers(const double *x, int n)
{
    char record[SIZE], *end;
    double sum = 0;
    put(record, "-12:", x[0] * x[0]);
    sum += (double)strtol(record, &end, 10) * get(end + 1);
    sum += (double)strtoll(record, &end, 10) * get(end + 1);
    sum += (double)strtoimax(record, &end, 10) * get(end + 1);
    put(record, "0x1f:", x[0] * x[n - 1]);
    sum += (double)strtoul(record, &end, 0) * get(end + 1);
    sum += (double)strtoull(record, &end, 16) * get(end + 1);
    sum += (double)strtoumax(record, &end, 0) * get(end + 1);
    put(record, "2.5:", x[n - 1] * x[n - 1] * x[0]);
    sum += strtod(record, &end) * get(end + 1);
    sum += strtof(record, &end) * get(end + 1);
    sum += (double)strtold(record, &end) * get(end + 1);
    put(record, "none:", x[0]);
    sum += ((double)strtol(record, &end, 10) + 1) * get(end + 5);
    return sum;
}

/* name=value, with the value in binary form behind the text. */
static double words(const double *x, int n)
{
    char text[] = " mass : length:time", record[SIZE], *rest, *copy = strdup(text);
    double sum = 0;
    int count = 0;
    for (char *word = strtok(copy, " :"); word; word = strtok(NULL, " :"))
        sum += (double)strlen(word) * x[count++ % n];
    free(copy);
    put(record, "a,b;", x[0] * x[n - 1]);
    const char *first = strtok_r(record, ",", &rest), *second = strtok_r(NULL, ";", &rest);
    sum += get(rest) * (double)(second - first);
    put(record, "key;", x[n - 1]);
    if (strtok(record, ";"))
        sum += x[0] * get(strtok(NULL, ";"));
    return sum;
}

/* Values go where the text ends. */
static double writes(const double *x, int n)
{
    char record[SIZE] = "17 ", *end;
    double product = x[0] * x[1] * n;
    long count = strtol(record, &end, 10);
    memcpy(end + 1, &product, sizeof product);
    return (double)count * get(record + 3);
}

int main(void)
{
    const double x[2] = {1.3, -0.4};
    ORACLE_GRADIENT(after_numbers, x, 2);
    ORACLE_GRADIENT(words, x, 2);
    ORACLE_GRADIENT(writes, x, 2);
    return oracle_result();
}
