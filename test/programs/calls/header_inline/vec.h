struct vec {
    double x, y;
};

static inline struct vec vec_scale(struct vec a, double s)
{
    return (struct vec){a.x * s, a.y * s};
}

static inline double vec_dot(struct vec a, struct vec b)
{
    return a.x * b.x + a.y * b.y;
}
