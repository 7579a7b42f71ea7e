// Gauss and Newton's method: the Jacobian comes column by column from forward mode, row by row from
// reverse mode.
#include "oracle.h"
#include <Eigen/Dense>

struct data {
    Eigen::VectorXd at, seen;
};

static void residuals(const Eigen::VectorXd &p, const data &d, Eigen::VectorXd &r)
{
    Eigen::ArrayXd t = d.at.array();
    r = (p(0) * (p(1) * t).exp() + p(2) * (p(3) * t).sin()).matrix() - d.seen;
}

static Eigen::MatrixXd by_columns(const Eigen::VectorXd &p, const data &d, Eigen::VectorXd &r)
{
    Eigen::MatrixXd j(d.at.size(), p.size());
    for (Eigen::Index k = 0; k < p.size(); k++) {
        Eigen::VectorXd dp = Eigen::VectorXd::Unit(p.size(), k),
                        dr = Eigen::VectorXd::Zero(d.at.size());
        __enzyme_fwddiff((void *)residuals, enzyme_dup, &p, &dp, enzyme_const, &d, enzyme_dup, &r,
                         &dr);
        j.col(k) = dr;
    }
    return j;
}

static Eigen::MatrixXd by_rows(const Eigen::VectorXd &p, const data &d)
{
    Eigen::MatrixXd j(d.at.size(), p.size());
    for (Eigen::Index i = 0; i < d.at.size(); i++) {
        Eigen::VectorXd dp = Eigen::VectorXd::Zero(p.size()), r(d.at.size()),
                        dr = Eigen::VectorXd::Unit(d.at.size(), i);
        __enzyme_autodiff((void *)residuals, enzyme_dup, &p, &dp, enzyme_const, &d, enzyme_dup, &r,
                          &dr);
        j.row(i) = dp.transpose();
    }
    return j;
}

int main()
{
    Eigen::VectorXd truth(4), p(4), r(12);
    truth << 1.5, -0.7, 0.6, 2.1;
    p << 1.2, -0.5, 0.4, 1.9;
    data d = {Eigen::VectorXd::LinSpaced(12, 0, 3), Eigen::VectorXd::Zero(12)};
    residuals(truth, d, r);
    d.seen = r;
    Eigen::MatrixXd j = by_columns(p, d, r), rows = by_rows(p, d);
    CHECK_ARRAY(j.data(), rows.data(), 48);
    for (int k = 0; k < 12; k++) {
        CHECK(j(k, 0), std::exp(p(1) * d.at(k)));
        CHECK(j(k, 3), p(2) * d.at(k) * std::cos(p(3) * d.at(k)));
    }
    for (int step = 0; step < 12; step++) {
        j = by_columns(p, d, r);
        p -= (j.transpose() * j).ldlt().solve(j.transpose() * r);
    }
    CHECK_ARRAY(p.data(), truth.data(), 4);
    return oracle_result();
}
