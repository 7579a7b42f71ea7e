/* Regions whose threads wait for each other: what is included once more without OpenMP says
 * what is right. OMP(...) is a pragma or nothing, NAME(f) a name for either. */

static double NAME(critical)(const double *x, int n)
{
    double s = 1;
    OMP(omp parallel for)
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i] * x[0];
        OMP(omp critical)
        s += v * x[1];
    }
    return s * s;
}

static double NAME(names)(const double *x, int n)
{
    double s = 1, p = 1;
    OMP(omp parallel for)
    for (int i = 0; i < n; i++) {
        double v = 1 + 0.1 * x[i] * x[0];
        OMP(omp critical(first))
        s *= v;
        OMP(omp critical(second))
        p *= v * v;
        OMP(omp critical(first))
        s *= v * x[1];
    }
    return s * p;
}

static double NAME(product)(const double *x, int n)
{
    double s = 1;
    OMP(omp parallel for)
    for (int i = 0; i < n; i++) {
        double v = 1 + 0.1 * x[i] * x[i];
        OMP(omp critical)
        s *= v;
    }
    return s * s;
}

static double NAME(atomics)(const double *x, int n)
{
    double s = 1;
    OMP(omp parallel for)
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i] * x[0];
        OMP(omp atomic)
        s += v;
    }
    return s * s;
}

static double NAME(taking)(const double *x, int n)
{
    double y[N], r = 0;
    OMP(omp parallel for)
    for (int i = 0; i < n; i++)
        y[i] = x[i];
    OMP(omp parallel for)
    for (int i = 0; i < n; i++) {
        double v = y[i] * y[i];
        OMP(omp atomic write)
        y[i] = v;
    }
    for (int i = 0; i < n; i++)
        r += y[i] * y[i];
    return r;
}

static double NAME(ordered)(const double *x, int n)
{
    double s = 1;
    OMP(omp parallel for ordered)
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[0];
        OMP(omp ordered)
        s = s * v + x[i];
    }
    return s;
}

static double NAME(waves)(const double *x, int n)
{
    double a[N];
    for (int i = 0; i < n; i++)
        a[i] = x[i];
    OMP(omp parallel for ordered(1))
    for (int i = 1; i < n; i++) {
        OMP(omp ordered depend(sink : i - 1))
        a[i] = a[i] * a[i - 1];
        OMP(omp ordered depend(source))
    }
    return a[n - 1] * a[n - 1];
}

static double NAME(locks)(const double *x, int n)
{
    double s = 1;
    OMP(omp parallel for)
    for (int i = 0; i < n; i++) {
        double v = 1 + 0.1 * x[i] * x[0];
        omp_set_lock(&second_order_lock);
        s *= v;
        omp_unset_lock(&second_order_lock);
    }
    return s * s;
}

static double NAME(barriers)(const double *x, int n)
{
    double y[N], s = 0;
    OMP(omp parallel)
    {
        OMP(omp for)
        for (int i = 0; i < n; i++)
            y[i] = x[i] * x[i];
        OMP(omp for)
        for (int i = 0; i < n; i++)
            y[i] = i % 2 ? y[i] * x[0] : sin(y[i]);
        OMP(omp for reduction(+ : s))
        for (int i = 0; i < n; i++)
            s += y[i] * y[(i + 1) % n];
        OMP(omp single)
        s *= x[2];
    }
    return s;
}

static double NAME(masters)(const double *x, int n)
{
    double s = 0, v = 0;
    OMP(omp parallel)
    {
        OMP(omp master)
        v = x[0] * x[1] * x[2];
        OMP(omp barrier)
        OMP(omp for reduction(+ : s))
        for (int i = 0; i < n; i++)
            s += v * x[i] * x[i];
    }
    return s;
}

static double NAME(privately)(const double *x, int n)
{
    double s = 0;
    OMP(omp parallel)
    {
        double v = 0;
        OMP(omp single copyprivate(v))
        v = x[0] * x[1];
        OMP(omp for reduction(+ : s))
        for (int i = 0; i < n; i++)
            s += v * x[i];
    }
    return s;
}

static double NAME(sections)(const double *x, int n)
{
    double a = 0, b = 0;
    OMP(omp parallel sections)
    {
        OMP(omp section)
        a = x[0] * x[1] * x[2];
        OMP(omp section)
        b = sin(x[n - 1]) * x[0];
    }
    return a * b;
}

static double NAME(largest)(const double *x, int n)
{
    double most = -10;
    OMP(omp parallel for reduction(max : most))
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i] + x[(i + 1) % n];
        most = v > most ? v : most;
    }
    return most * most * most;
}

static double NAME(scanned)(const double *x, int n)
{
    double s = 0, y[N], r = 0;
    OMP(omp parallel for reduction(inscan, + : s))
    for (int i = 0; i < n; i++) {
        s += x[i] * x[i];
        OMP(omp scan inclusive(s))
        y[i] = s;
    }
    for (int i = 0; i < n; i++)
        r += y[i] * y[i];
    return r;
}

static double NAME(nested)(const double *x, int n)
{
    double s = 0;
    OMP(omp parallel for reduction(+ : s) num_threads(2))
    for (int i = 0; i < n; i++) {
        double t = 0;
        OMP(omp parallel for reduction(+ : t) num_threads(2))
        for (int k = 0; k < n; k++)
            t += x[i] * x[k] * x[k];
        s += t * t;
    }
    return s;
}
