#include "matrix.h"

template struct Matrix<double, 2>;
double trace_of_cube(const Matrix<double, 2> &m)
{
    return (m * m * m).trace();
}
