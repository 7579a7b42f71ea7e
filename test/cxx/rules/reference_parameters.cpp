// A rule whose parameters are references to structs and whose result is a struct.
#include "oracle.h"

struct Vec3 {
    double x, y, z;
};
struct Vec2 {
    double x, y;
};

__attribute__((noinline)) double dot(const Vec3 &a, const Vec3 &b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static void dot_reverse(const Vec3 &a, Vec3 &da, const Vec3 &b, Vec3 &db, double seed)
{
    da.x += seed * b.x, da.y += seed * b.y, da.z += seed * b.z;
    db.x += seed * a.x, db.y += seed * a.y, db.z += seed * a.z;
}
__attribute__((noinline)) Vec2 polar(double r, double t)
{
    return {r * (1 - t * t / 2), r * t};
}
static Vec2 polar_reverse(double r, double t, Vec2 seed)
{
    return {seed.x * (1 - t * t / 2) + seed.y * t, seed.x * -r * t + seed.y * r};
}
__attribute__((noinline)) void scale(Vec3 &v, double k)
{
    v.x *= k, v.y *= k, v.z *= k;
}
struct Old {
    Vec3 v;
};
static Old *scale_augmented(Vec3 &v, Vec3 &, double k)
{
    Old *old = new Old{v};
    scale(v, k);
    return old;
}
static double scale_reverse(Vec3 &, Vec3 &d, double k, Old *old)
{
    double r = d.x * old->v.x + d.y * old->v.y + d.z * old->v.z;
    d.x *= k, d.y *= k, d.z *= k;
    delete old;
    return r;
}
void *__enzyme_register_gradient_dot[] = {(void *)dot, (void *)dot, (void *)dot_reverse};
void *__enzyme_register_gradient_polar[] = {(void *)polar, (void *)polar, (void *)polar_reverse};
void *__enzyme_register_gradient_scale[] = {(void *)scale, (void *)scale_augmented,
                                            (void *)scale_reverse};

static double f(const double *x, int n)
{
    Vec3 a{x[0], x[1], x[2]}, b{x[2], 1, x[0]};
    scale(a, x[1]);
    Vec2 p = polar(dot(a, b), x[0]);
    return p.x * dot(b, b) + p.y * dot(a, a);
}

int main()
{
    double x[3] = {1.5, 0.5, 2.5};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
