// A matrix put together out of its complex Schur decomposition is the matrix.
#include "oracle.h"
#include <Eigen/Eigenvalues>
using Eigen::MatrixXd;

static double f(const double *x, int)
{
    const MatrixXd a = Eigen::Map<const Eigen::Matrix3d>(x);
    struct {
        const MatrixXd &a;
        Eigen::MatrixXcd t, u;
    } p{a, {}, {}};
    {
        const Eigen::ComplexSchur<MatrixXd> schur(p.a);
        p.t = schur.matrixT();
        p.u = schur.matrixU();
    }
    Eigen::MatrixXcd r;
    r.noalias() = p.u * (p.t.triangularView<Eigen::Upper>() * p.u.adjoint());
    return r.real().cwiseProduct(r.real()).sum();
}

int main()
{
    const double x[9] = {2, 0.3, 0.1, 0.2, 2.5, 0.4, 0.3, 0.1, 3};
    ORACLE_GRADIENT(f, x, 9);
    return oracle_result();
}
