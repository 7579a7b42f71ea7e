/* Tasks for second derivatives: what is included once more without OpenMP says what is right.
 * OMP(...) is a pragma or nothing, NAME(f) a name for either. */

static double NAME(values)(const double *x, int n)
{
    double y[N], s = 0;
    OMP(omp parallel)
    OMP(omp single)
    {
        double product = 1;
        for (int i = 0; i < n; i++) {
            product *= x[i];
            OMP(omp task firstprivate(product, i) shared(y))
            y[i] = product * product + i * x[i] * x[(i + 1) % n];
        }
    }
    for (int i = 0; i < n; i++)
        s += y[i] * (i + 1) * y[0];
    return s;
}

/* Behind the last barrier that the program has. */
static double NAME(at_end)(const double *x, int n)
{
    double y[N], s = 0;
    OMP(omp parallel)
    OMP(omp for nowait)
    for (int i = 0; i < n; i++) {
        OMP(omp task firstprivate(i))
        y[i] = sin(x[i]) * x[n - 1 - i];
    }
    for (int i = 0; i < n; i++)
        s += y[i] * y[(i + 1) % n];
    return s;
}

static double NAME(tree)(const double *x, int n)
{
    if (n <= 2) {
        double p = 1;
        for (int i = 0; i < n; i++)
            p *= x[i];
        return p;
    }
    double left, right;
    OMP(omp task shared(left))
    left = NAME(tree)(x, n / 2);
    OMP(omp task shared(right))
    right = NAME(tree)(x + n / 2, n - n / 2);
    OMP(omp taskwait)
    return sin(left) * right + left;
}

static double NAME(recursive)(const double *x, int n)
{
    double s;
    OMP(omp parallel)
    OMP(omp single)
    s = NAME(tree)(x, n);
    return s;
}

/* Without a region tasks are done where they are made. */
static double NAME(alone)(const double *x, int n)
{
    double s = NAME(tree)(x, n);
    return s * s;
}

static double NAME(cut_off)(const double *x, int n)
{
    double left = 0, right = 0;
    if (n == 1)
        return x[0] * x[0];
    OMP(omp task shared(left) if (n > 4))
    left = NAME(cut_off)(x, n / 2);
    OMP(omp task shared(right) final(n <= 4) mergeable)
    right = NAME(cut_off)(x + n / 2, n - n / 2);
    OMP(omp taskwait)
    return left * right + left;
}

static double NAME(conditions)(const double *x, int n)
{
    double s = 0;
    OMP(omp parallel num_threads(3))
    OMP(omp single)
    s = NAME(cut_off)(x, n);
    return s;
}

/* Behind the end of a group, and between groups. */
static double NAME(groups)(const double *x, int n)
{
    double y[N], s = 0;
    OMP(omp parallel)
    OMP(omp single)
    for (int step = 0; step < 2; step++) {
        OMP(omp taskgroup)
        for (int i = 0; i < n; i++) {
            OMP(omp task shared(y) firstprivate(i))
            y[i] = x[i] * x[(i + step) % n];
        }
        for (int i = 0; i < n; i++)
            s += y[i] * y[(i + 2) % n];
    }
    return s;
}

/* Tasks that wait for each other one by one. */
static double NAME(critical_tasks)(const double *x, int n)
{
    double s = 1;
    OMP(omp parallel)
    OMP(omp single)
    for (int i = 0; i < n; i++) {
        OMP(omp task shared(s) firstprivate(i))
        {
            double v = 1 + 0.1 * x[i] * x[0];
            OMP(omp critical)
            s *= v;
        }
    }
    return s * s;
}

static double NAME(untied)(const double *x, int n)
{
    double y[N], s = 0;
    OMP(omp parallel)
    OMP(omp single)
    {
        for (int i = 0; i < n; i++) {
            OMP(omp task shared(y) firstprivate(i) untied priority(i))
            {
                y[i] = x[i] * x[i];
                OMP(omp taskyield)
                y[i] *= x[(i + 1) % n];
            }
        }
        OMP(omp taskwait)
        for (int i = 0; i < n; i++)
            s += y[i] * x[i];
    }
    return s;
}

static double NAME(taskloop)(const double *x, int n)
{
    double y[N], s = 0;
    int size = 2, tasks = 3;
    OMP(omp parallel)
    OMP(omp single)
    {
        OMP(omp taskloop grainsize(size) shared(y))
        for (int i = 0; i < n; i++)
            y[i] = x[i] * x[i] * x[(i + 1) % n];
        OMP(omp taskloop num_tasks(tasks) shared(y))
        for (int i = 0; i < n; i++)
            y[i] = sin(y[i]) * x[0];
    }
    for (int i = 0; i < n; i++)
        s += y[i] * y[i];
    return s;
}

static double NAME(heap)(const double *x, int n)
{
    double *cells[N], s = 0;
    OMP(omp parallel)
    OMP(omp single)
    {
        for (int i = 0; i < n; i++) {
            OMP(omp task shared(cells) firstprivate(i))
            {
                cells[i] = malloc(2 * sizeof *cells[i]);
                cells[i][0] = x[i] * x[i];
                cells[i][1] = cells[i][0] * x[(i + 1) % n];
            }
        }
        OMP(omp taskwait)
        for (int i = 0; i < n; i++) {
            s += cells[i][0] * cells[(i + 1) % n][1];
        }
        for (int i = 0; i < n; i++)
            free(cells[i]);
    }
    return s;
}

/* ---- dependences ---- */

/* A wave front: each cell waits for those above and to its left. */
static double NAME(wave)(const double *x, int n)
{
    double a[3][3];
    OMP(omp parallel)
    OMP(omp single)
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            if (i && j) {
                OMP(omp task depend(in : a[i - 1][j], a[i][j - 1]) depend(out : a[i][j]))
                a[i][j] = sin(a[i - 1][j]) * a[i][j - 1] + x[(i * 3 + j) % n];
            } else {
                OMP(omp task depend(out : a[i][j]) priority(j))
                a[i][j] = x[i + j] * x[i + j];
            }
        }
    return a[2][2];
}

/* The same memory again and again, read in between. */
static double NAME(chain)(const double *x, int n)
{
    double a = 1, b = 0;
    OMP(omp parallel)
    OMP(omp single)
    {
        for (int i = 0; i < n; i++) {
            OMP(omp task depend(inout : a) shared(a) firstprivate(i))
            a = cos(a) * x[i] + a;
            OMP(omp task depend(in : a) depend(inout : b) shared(a, b) firstprivate(i))
            b += a * x[(i + 1) % n];
        }
        OMP(omp taskwait depend(in : b))
        b *= x[0];
    }
    return a * b;
}

static double NAME(exclusive)(const double *x, int n)
{
    double c = 1;
    OMP(omp parallel)
    OMP(omp single)
    for (int i = 0; i < n; i++) {
        OMP(omp task depend(mutexinoutset : c) shared(c) firstprivate(i))
        c *= 1 + 0.1 * x[i] * x[0];
    }
    return c * c;
}
