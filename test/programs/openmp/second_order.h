/* Loops for second derivatives of parallel regions: what is included once more without OpenMP says
 * what is right. OMP(...) is a pragma or nothing, NAME(f) a name for either. */

static double NAME(squares)(const double *x, int n)
{
    double s = 1;
    OMP(omp parallel for reduction(+ : s))
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * x[0];
    return s * s;
}

static double NAME(steps)(const double *x, int n)
{
    double a[N], b[N], r = 0;
    for (int i = 0; i < n; i++)
        a[i] = x[i];
    for (int step = 0; step < 3; step++) {
        OMP(omp parallel for)
        for (int i = 0; i < n; i++)
            b[i] = a[i] * a[(i + 1) % n] + sin(a[(i + n - 1) % n]);
        OMP(omp parallel for schedule(static, 2))
        for (int i = 0; i < n; i++)
            a[i] = b[i] * (1 - 0.1 * b[i]);
    }
    for (int i = 0; i < n; i++)
        r += a[i] * a[i];
    return r;
}

static double NAME(privates)(const double *x, int n)
{
    double s = 0;
    OMP(omp parallel for reduction(+ : s))
    for (int i = 0; i < n; i++) {
        double local[4];
        for (int k = 0; k < 4; k++)
            local[k] = x[(i + k) % n] * (k + 1);
        for (int k = 1; k < 4; k++)
            local[k] *= local[k - 1];
        s += exp(0.1 * local[3]) + local[2];
    }
    return s;
}

static double NAME(values)(const double *x, int n)
{
    double s = 0, scale = x[0] * x[1];
    OMP(omp parallel for reduction(+ : s) firstprivate(scale))
    for (int i = 0; i < n; i++)
        s += scale * x[i] * x[i];
    return s * scale;
}

static double NAME(dynamic)(const double *x, int n)
{
    double s = 0, y[N];
    OMP(omp parallel for schedule(dynamic))
    for (int i = 0; i < n; i++)
        y[i] = sin(x[i]) * x[(i * 3) % n];
    OMP(omp parallel for reduction(+ : s) schedule(guided))
    for (int i = 0; i < n; i++)
        s += y[i] * y[(i + 2) % n];
    return s;
}

static double NAME(searching)(const double *x, int n)
{
    double s = 0;
    OMP(omp parallel for reduction(+ : s))
    for (int i = 0; i < n; i++) {
        double v = x[i], w = x[0];
        while (v * v < 9) {
            v = v * 1.3 + 0.1 * sin(w);
            w *= v;
        }
        s += v * w;
    }
    return s;
}

static double NAME(heap)(const double *x, int n)
{
    double s = 0;
    OMP(omp parallel for reduction(+ : s))
    for (int i = 0; i < n; i++) {
        double *v = malloc(3 * sizeof *v);
        v[0] = x[i], v[1] = x[i] * v[0], v[2] = v[1] * x[(i + 1) % n];
        s += v[2] * v[1];
        free(v);
    }
    return s;
}

static double NAME(rows)(const double *x, int n)
{
    double a[N * N], s = 0;
    OMP(omp parallel for firstprivate(n))
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            a[i * n + k] = x[i] * x[k] + (i == k);
    OMP(omp parallel for firstprivate(n))
    for (int k = 0; k < n; k++)
        for (int i = 1; i < n; i++)
            a[i * n + k] += a[(i - 1) * n + k] * a[i * n + k];
    for (int i = 0; i < n * n; i++)
        s += a[i];
    return s;
}

static double NAME(bins)(const double *x, int n)
{
    double bins[4] = {0, 1, 2, 3}, r = 0;
    OMP(omp parallel for reduction(+ : bins[ : 4]))
    for (int i = 0; i < n; i++)
        bins[i % 4] += x[i] * x[i];
    for (int k = 0; k < 4; k++)
        r += bins[k] * bins[k];
    return r;
}

/* Called, and not inlined. */
__attribute__((noinline)) static double NAME(inner)(const double *x, int n)
{
    double s = 0;
    OMP(omp parallel for reduction(+ : s))
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * x[0];
    return s;
}

static double NAME(called)(const double *x, int n)
{
    double y[N];
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[(i + 1) % n];
    return NAME(inner)(y, n) * NAME(inner)(x, n);
}

static double NAME(pointers)(const double *x, int n)
{
    double *p[N], s = 0, store[N];
    OMP(omp parallel for)
    for (int i = 0; i < n; i++) {
        p[i] = &store[(i + 1) % n];
        *p[i] = x[i] * x[i];
    }
    OMP(omp parallel for reduction(+ : s))
    for (int i = 0; i < n; i++)
        s += *p[i] * *p[(i + 1) % n] * x[i];
    return s;
}

static double NAME(sized)(const double *x, int n)
{
    double s = 0;
    for (int k = 1; k < 4; k++) {
        OMP(omp parallel for reduction(+ : s) num_threads(k) if(k > 1))
        for (int i = 0; i < n; i++)
            s += x[i] * x[i] * x[k];
    }
    return s * s;
}

static double NAME(collapsed)(const double *x, int n)
{
    double s = 0, last = 0;
    OMP(omp parallel for collapse(2) reduction(+ : s) lastprivate(last))
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            last = x[i] * x[k];
            s += last * last;
        }
    return s * last;
}

static double NAME(simds)(const double *x, int n)
{
    double s = 0;
    OMP(omp parallel for simd reduction(+ : s))
    for (int i = 0; i < n; i++)
        s += sin(x[i]) * x[i];
    return s * s;
}

static double NAME(recursive_part)(const double *x, int n, int depth)
{
    double s = 0;
    OMP(omp parallel for reduction(+ : s))
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return depth ? s * NAME(recursive_part)(x, n - 1, depth - 1) : s;
}

static double NAME(recursive)(const double *x, int n)
{
    return NAME(recursive_part)(x, n, 3);
}

static double NAME(linear)(const double *x, int n)
{
    double y[N], s = 0;
    OMP(omp parallel for)
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i] + x[(i + 1) % n];
    for (int i = 0; i < n; i++)
        s += y[i] * y[i] * y[0];
    return s;
}
