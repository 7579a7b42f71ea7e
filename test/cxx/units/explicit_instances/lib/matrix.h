#ifndef MATRIX_H
#define MATRIX_H
// Defined in the archive for double only; other types are instantiated where they are used.
template <class T, int n> struct Matrix {
    T a[n][n];
    Matrix operator*(const Matrix &o) const;
    T trace() const;
};
template <class T, int n> Matrix<T, n> Matrix<T, n>::operator*(const Matrix &o) const
{
    Matrix r{};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                r.a[i][j] += a[i][k] * o.a[k][j];
    return r;
}
template <class T, int n> T Matrix<T, n>::trace() const
{
    T s = 0;
    for (int i = 0; i < n; i++)
        s += a[i][i];
    return s;
}
extern template struct Matrix<double, 2>;
double trace_of_cube(const Matrix<double, 2> &m);
#endif
