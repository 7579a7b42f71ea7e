/* A state machine over text with counters; numbers appear at two places only. */
#include <string.h>
#include "oracle.h"

enum state { START, WORD, NUMBER, COMMENT };

static double f(const double *x, int n)
{
    static const char text[] = "alpha 12 beta# 99\n gamma 7 a1 3";
    enum state state = START;
    int value = 0, words = 0, histogram[26] = {0};
    double s = 0;
    for (const char *p = text;; p++) {
        int digit = *p >= '0' && *p <= '9', letter = *p >= 'a' && *p <= 'z';
        if (letter)
            histogram[*p - 'a']++;
        switch (state) {
        case START: state = digit ? NUMBER : letter ? WORD : *p == '#' ? COMMENT : START; break;
        case WORD:
            if (!letter && !digit) {
                words++;
                s += x[words % n] * x[words % n];
                state = *p == '#' ? COMMENT : START;
            }
            break;
        case NUMBER:
            if (!digit) {
                s = s * x[value % n] + value;
                value = 0;
                state = START;
            }
            break;
        case COMMENT:
            if (*p == '\n')
                state = START;
            break;
        }
        if (state == NUMBER)
            value = 10 * value + *p - '0';
        if (!*p)
            break;
    }
    return s * histogram[0];
}

int main(void)
{
    const double x[3] = {0.5, 0.25, 0.75};

    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
