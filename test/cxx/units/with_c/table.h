#ifndef TABLE_H
#define TABLE_H
#ifdef __cplusplus
extern "C" {
#endif
struct operations {
    double (*first)(void *self, double x);
    double (*second)(void *self, double x);
    int rounds;
};
extern const struct operations c_operations;
double run(const struct operations *ops, void *self, double x);
#ifdef __cplusplus
}
#endif
#endif
