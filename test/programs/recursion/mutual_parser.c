/* A recursive descent parser that evaluates an expression text with variables. */
#include <ctype.h>
#include <stdlib.h>
#include "oracle.h"

struct parser {
    const char *at;
    const double *x;
};

static double sum(struct parser *p);

static double primary(struct parser *p)
{
    while (*p->at == ' ')
        p->at++;
    if (*p->at == '(') {
        p->at++;
        double v = sum(p);
        p->at++; /* ')' */
        return v;
    }
    if (*p->at == '-') {
        p->at++;
        return -primary(p);
    }
    if (isdigit((unsigned char)*p->at)) {
        char *end;
        double v = strtod(p->at, &end);
        p->at = end;
        return v;
    }
    return p->x[*p->at++ - 'a'];
}

static double product(struct parser *p)
{
    double v = primary(p);
    while (*p->at == '*' || *p->at == '/') {
        char op = *p->at++;
        double w = primary(p);
        v = op == '*' ? v * w : v / w;
    }
    return v;
}

static double sum(struct parser *p)
{
    double v = product(p);
    while (*p->at == '+' || *p->at == '-') {
        char op = *p->at++;
        double w = product(p);
        v = op == '+' ? v + w : v - w;
    }
    return v;
}

static double f(const double *x, int n)
{
    struct parser p = {"a*(b+2.5*c)-a/(c*c+1)+-b*(a-(b-c))", x};
    return sum(&p) + n;
}

int main(void)
{
    const double x[3] = {0.5, -0.25, 0.75};

    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
