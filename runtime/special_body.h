/* digamma and polygamma for one type: included once per precision by special.c, which defines
 *   REAL                the type            NAME(f)   our function f in this precision
 *   FN(f)               libm's f            SHIFT     where asymptotic series start
 *   ROOT_REST           x0 - (REAL)x0       TAYLOR    terms of the series about the root x0
 *   EPSILON             of the type
 *
 * Formulas: NIST Digital Library of Mathematical Functions, 5.5.2 (recurrence), 5.5.4
 * (reflection), 5.11.2 (asymptotic series) for psi; 5.15.5 (recurrence), 5.15.6 (reflection)
 * and 5.15.8 (asymptotic series) for its derivatives. Near its positive root psi is a Taylor
 * series, so that its relative error stays small there.
 */

/* pi cot(pi x), x no integer: the argument is reduced exactly first. */
static REAL NAME(pi_cot)(REAL x)
{
    const REAL pi = (REAL)3.14159265358979323846264338327950288419716939937511L;
    REAL t = x - FN(round)(x);
    return pi / FN(tan)(pi * t);
}

static REAL NAME(digamma_near_root)(REAL x)
{
    REAL t = (x - (REAL)DIGAMMA_ROOT) - (REAL)ROOT_REST, sum = 0;
    for (int k = TAYLOR; k-- > 0;)
        sum = sum * t + (REAL)digamma_taylor[k];
    return sum * t;
}

/* log x - 1/(2x) - sum B(2k)/(2k x^2k), x >= SHIFT. */
static REAL NAME(digamma_large)(REAL x)
{
    const int terms = (int)(sizeof bernoulli / sizeof *bernoulli);
    REAL y = 1 / (x * x), power = y, sum = 0;
    for (int k = 1; k <= terms; k++, power *= y) {
        REAL term = (REAL)bernoulli[k - 1] / (2 * k) * power;
        sum += term;
        if (FN(fabs)(term) <= FN(fabs)(sum) * EPSILON / 8)
            break;
    }
    return FN(log)(x) - 1 / (2 * x) - sum;
}

REAL NAME(enz_rt_digamma)(REAL x)
{
    if (isnan(x))
        return x;
    if (isinf(x))
        return x > 0 ? x : (REAL)NAN;
    if (x == 0)
        return -1 / x;
    if (x < 0) {
        if (x == FN(floor)(x))
            return (REAL)NAN;
        return NAME(enz_rt_digamma)(1 - x) - NAME(pi_cot)(x);
    }
    if (FN(fabs)(x - (REAL)DIGAMMA_ROOT) < (REAL)0.25)
        return NAME(digamma_near_root)(x);
    REAL shift = 0;
    for (; x < SHIFT; x += 1)
        shift += 1 / x;
    return NAME(digamma_large)(x) - shift;
}

/* n! / x^(n+1), without overflow of its parts: the product keeps its exponent apart. */
static REAL NAME(pole_term)(int n, REAL x)
{
    int exponent, shift;
    REAL term = FN(frexp)(1 / x, &exponent);
    for (int j = 1; j <= n; j++) {
        term *= j / x;
        if (n > 64) {
            term = FN(frexp)(term, &shift);
            exponent += shift;
        }
    }
    return FN(ldexp)(term, exponent);
}

/* (n-1)!/x^n + n!/(2 x^(n+1)) + sum B(2k) (2k+n-1)!/((2k)! x^(2k+n)), x >= SHIFT + n. */
static REAL NAME(polygamma_large)(int n, REAL x)
{
    const int terms = (int)(sizeof bernoulli / sizeof *bernoulli);
    REAL lead = NAME(pole_term)(n - 1, x), sum = lead + lead * n / (2 * x), factor = lead;
    for (int k = 1; k <= terms; k++) {
        REAL m = 2 * k + n;
        factor *= (m - 1) / x * ((m - 2) / x) / ((REAL)(2 * k) * (2 * k - 1));
        REAL term = (REAL)bernoulli[k - 1] * factor;
        sum += term;
        if (FN(fabs)(term) <= FN(fabs)(sum) * EPSILON / 8)
            break;
    }
    return sum;
}

/* n! zeta(n+1, x), x > 0. */
static REAL NAME(zeta_sum)(int n, REAL x)
{
    REAL sum = 0;
    for (; x < SHIFT + n; x += 1) {
        REAL term = NAME(pole_term)(n, x);
        sum += term;
        if (term <= sum * EPSILON / (8 * (SHIFT + n)))
            return sum; /* the rest is smaller still */
    }
    return sum + NAME(polygamma_large)(n, x);
}

/* d^n/dx^n of pi cot(pi x) as a polynomial in the cotangent: p(n+1) = -(1 + c^2) p(n)'. */
static REAL NAME(cot_derivative)(int n, REAL x)
{
    const REAL pi = (REAL)3.14159265358979323846264338327950288419716939937511L;
    REAL p[MAX_REFLECTED + 2] = {0, 1}, q[MAX_REFLECTED + 2] = {0}, c = NAME(pi_cot)(x) / pi,
                           sum = 0, scale = pi;
    for (int step = 1; step <= n; step++, scale *= pi) {
        for (int i = 0; i <= step + 1; i++)
            q[i] = -((i <= step ? (i + 1) * p[i + 1] : 0) + (i >= 2 ? (i - 1) * p[i - 1] : 0));
        for (int i = 0; i <= step + 1; i++)
            p[i] = q[i];
    }
    for (int i = n + 1; i >= 0; i--)
        sum = sum * c + p[i];
    return scale * sum;
}

/* x < 0, high order: only the nearest poles count, farther ones fall off like (1/2 / 8)^n. */
static REAL NAME(nearest_poles)(int n, REAL x)
{
    REAL t = x - FN(round)(x), sum = 0;
    for (int i = -8; i <= 8; i++)
        if (i >= FN(round)(x)) /* the poles are 0, -1, -2, ... */
            sum += NAME(pole_term)(n, t + i);
    return n % 2 ? sum : -sum;
}

REAL NAME(enz_rt_polygamma)(int n, REAL x)
{
    if (n <= 0)
        return n ? (REAL)NAN : NAME(enz_rt_digamma)(x);
    if (isnan(x))
        return x;
    REAL sign = n % 2 ? 1 : -1;
    if (isinf(x))
        return x > 0 ? sign * 0 : (REAL)NAN;
    if (x > 0)
        return sign * NAME(zeta_sum)(n, x);
    if (x == 0)
        return n % 2 ? (REAL)INFINITY : -1 / x;
    if (x == FN(floor)(x))
        return n % 2 ? (REAL)INFINITY : (REAL)NAN;
    if (n > MAX_REFLECTED)
        return NAME(nearest_poles)(n, x);
    return -NAME(zeta_sum)(n, 1 - x) - NAME(cot_derivative)(n, x);
}
