/* A recursive descent parser that evaluates expressions with active variables: mutual recursion
 * over text. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

struct parser {
    const char *at;
    const double *variables;
    const char *error;
};
static double expression(struct parser *);

static char peek(struct parser *p)
{
    while (isspace((unsigned char)*p->at))
        p->at++;
    return *p->at;
}

static const struct {
    const char *name;
    double (*fn)(double);
} functions[] = {{"sin", sin}, {"exp", exp}, {"sqrt", sqrt}};

static double primary(struct parser *p)
{
    char c = peek(p);
    if (isdigit((unsigned char)c)) {
        char *end;
        double v = strtod(p->at, &end);
        p->at = end;
        return v;
    }
    if (c == '(') {
        p->at++;
        double v = expression(p);
        if (peek(p) != ')')
            p->error = "expected )";
        p->at++;
        return v;
    }
    if (c == '-') {
        p->at++;
        return -primary(p);
    }
    if (c == 'x') {
        int k = p->at[1] - '0';
        p->at += 2;
        return p->variables[k];
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        size_t n = strlen(functions[i].name);
        if (!strncmp(p->at, functions[i].name, n)) {
            p->at += n;
            return functions[i].fn(primary(p));
        }
    }
    p->error = "what is this?";
    return 0;
}

static double power(struct parser *p)
{
    double base = primary(p);
    if (peek(p) != '^')
        return base;
    p->at++;
    return pow(base, power(p));
}

static double term(struct parser *p)
{
    double v = power(p);
    for (;;)
        switch (peek(p)) {
        case '*':
            p->at++;
            v *= power(p);
            break;
        case '/':
            p->at++;
            v /= power(p);
            break;
        default: return v;
        }
}

static double expression(struct parser *p)
{
    double v = term(p);
    for (;;)
        switch (peek(p)) {
        case '+':
            p->at++;
            v += term(p);
            break;
        case '-':
            p->at++;
            v -= term(p);
            break;
        default: return v;
        }
}

static double evaluate(const char *text, const double *x)
{
    struct parser p = {text, x, NULL};
    double v = expression(&p);
    return p.error || *p.at ? -1 : v;
}

static double f(const double *x, int n)
{
    return evaluate("x0 * sin(x1) - x2^x0 / (1 + exp(-x1*x2))", x) +
           evaluate("sqrt(x0^2 + 3) * -x2", x);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){1.5, 0.7, 2.1}), 3);
    return oracle_result();
}
