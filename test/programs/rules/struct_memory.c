/* A result that is returned through memory: the rule's functions return and take structs of it by
 * value. */
#include "oracle.h"

struct vec {
    double x, y, z;
};
struct dual {
    struct vec value, tangent;
};
struct full {
    void *tape;
    struct vec value, shadow;
};

struct vec cross(const double *a, const double *b)
{
    return (struct vec){a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                        a[0] * b[1] - a[1] * b[0]};
}
struct vec cross_augmented(const double *a, double *da, const double *b, double *db)
{
    return cross(a, b);
}
void cross_reverse(const double *a, double *da, const double *b, double *db, struct vec seed)
{
    double s[3] = {seed.x, seed.y, seed.z};
    struct vec ga = cross(b, s), gb = cross(s, a);
    if (da != a)
        da[0] += ga.x, da[1] += ga.y, da[2] += ga.z;
    if (db != b)
        db[0] += gb.x, db[1] += gb.y, db[2] += gb.z;
}
struct dual cross_forward(const double *a, const double *da, const double *b, const double *db)
{
    static const double none[3];
    struct vec p = cross(da == a ? none : da, b), q = cross(a, db == b ? none : db);
    return (struct dual){cross(a, b), {p.x + q.x, p.y + q.y, p.z + q.z}};
}
void *__enzyme_register_gradient_cross[] = {(void *)cross, (void *)cross_augmented,
                                            (void *)cross_reverse};
void *__enzyme_register_derivative_cross[] = {(void *)cross, (void *)cross_forward};

struct vec scaled(double x)
{
    return (struct vec){x, x * x, 3};
}
struct full scaled_augmented(double x)
{
    return (struct full){0, scaled(x), {0, 0, 0}};
}
double scaled_reverse(double x, struct vec seed, void *tape)
{
    return 10 * (seed.x + 2 * x * seed.y) * (tape == 0);
}
void *__enzyme_register_gradient_scaled[] = {(void *)scaled, (void *)scaled_augmented,
                                             (void *)scaled_reverse};

static double f(const double *x, int n)
{
    struct vec v = cross(x, x + 3);
    double w[3] = {v.x, v.y * v.z, v.z};
    struct vec u = cross(w, x);
    return u.x * u.y + u.z * v.x;
}
static double g(double x)
{
    struct vec v = scaled(x);
    return v.x * v.y;
}

int main(void)
{
    double x[6];
    oracle_random(x, 6, 5);
    ORACLE_GRADIENT(f, x, 6);
    CHECK(__enzyme_autodiff((void *)g, 2.0), 10 * 12);
    return oracle_result();
}
