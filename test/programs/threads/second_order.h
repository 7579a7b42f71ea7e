/* Threads for second derivatives: what is included once more with the threads' work done at once
 * says what is right. NAME(f) is a name for either; HANDLE(thread) declares what START gives and
 * JOIN and TAKE get. */

struct NAME(slice) {
    const double *x;
    int from, to;
    double sum;
};

static void *NAME(add_up)(void *p)
{
    struct NAME(slice) *s = p;
    for (int i = s->from; i < s->to; i++)
        s->sum += s->x[i] * sin(s->x[i]) * s->x[0];
    return NULL;
}

static double NAME(sum)(const double *x, int n)
{
    HANDLE(thread[THREADS_MOST]);
    struct NAME(slice) slice[THREADS_MOST];
    double all = 0;
    for (int t = 0; t < threads; t++) {
        slice[t] = (struct NAME(slice)){x, t * n / threads, (t + 1) * n / threads, 0};
        START(thread[t], NAME(add_up), &slice[t]);
    }
    for (int t = 0; t < threads; t++) {
        JOIN(thread[t]);
        all += slice[t].sum;
    }
    return all * all;
}

/* Threads that write to one array, and are started again for the next step. */
struct NAME(part) {
    double *from, *to;
    int first, last, n;
};

static void *NAME(step)(void *p)
{
    struct NAME(part) *s = p;
    for (int i = s->first; i < s->last; i++)
        s->to[i] = s->from[i] * s->from[(i + 1) % s->n] + sin(s->from[i]);
    return NULL;
}

static double NAME(steps)(const double *x, int n)
{
    HANDLE(thread[THREADS_MOST]);
    struct NAME(part) part[THREADS_MOST];
    double values[3][N], s = 0;
    for (int i = 0; i < n; i++)
        values[0][i] = x[i];
    for (int k = 0; k < 2; k++) {
        for (int t = 0; t < threads; t++) {
            part[t] = (struct NAME(part)){values[k], values[k + 1], t * n / threads,
                                          (t + 1) * n / threads, n};
            START(thread[t], NAME(step), &part[t]);
        }
        for (int t = 0; t < threads; t++)
            JOIN(thread[t]);
    }
    for (int i = 0; i < n; i++)
        s += values[2][i] * values[2][i] * (i + 1);
    return s;
}

/* One after the other, in whatever order they come. */
static pthread_mutex_t NAME(lock) = PTHREAD_MUTEX_INITIALIZER;
struct NAME(share) {
    const double *x;
    double *product;
    int from, to;
};

static void *NAME(multiply)(void *p)
{
    struct NAME(share) *s = p;
    for (int i = s->from; i < s->to; i++) {
        double v = 1 + 0.1 * s->x[i] * s->x[0];
        pthread_mutex_lock(&NAME(lock));
        *s->product *= v;
        pthread_mutex_unlock(&NAME(lock));
    }
    return NULL;
}

static double NAME(locked)(const double *x, int n)
{
    HANDLE(thread[THREADS_MOST]);
    struct NAME(share) share[THREADS_MOST];
    double product = 1;
    for (int t = 0; t < threads; t++) {
        share[t] = (struct NAME(share)){x, &product, t * n / threads, (t + 1) * n / threads};
        START(thread[t], NAME(multiply), &share[t]);
    }
    for (int t = 0; t < threads; t++)
        JOIN(thread[t]);
    return product * product;
}

/* Threads that start threads. */
struct NAME(range) {
    const double *x;
    int n;
    double value;
};

static void *NAME(halve)(void *p)
{
    struct NAME(range) *r = p;
    if (r->n < 3) {
        r->value = r->n == 1 ? r->x[0] : r->x[0] * r->x[1];
        return NULL;
    }
    HANDLE(thread);
    struct NAME(range) left = {r->x, r->n / 2, 0}, right = {r->x + r->n / 2, r->n - r->n / 2, 0};
    START(thread, NAME(halve), &left);
    NAME(halve)(&right);
    JOIN(thread);
    r->value = left.value * sin(right.value) + right.value;
    return NULL;
}

static double NAME(tree)(const double *x, int n)
{
    struct NAME(range) all = {x, n, 0};
    NAME(halve)(&all);
    return all.value;
}

/* What a thread returns, in memory that it has got. */
static void *NAME(square)(void *p)
{
    double *x = p, *result = malloc(sizeof *result);
    *result = *x * *x * *x;
    return result;
}

static double NAME(returned)(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        HANDLE(thread);
        double *result, value = x[i] * x[(i + 1) % n];
        START(thread, NAME(square), &value);
        TAKE(thread, result);
        s += *result * x[i];
        free(result);
    }
    return s;
}
