// The header in several units: functions, functors and results cross them and an archive.
#include "oracle.h"
#include "model.h"

double norm_slope(double x, double y); // norm.cpp

int main()
{
    using namespace enzyme;
    const Model m{{1, 2, 3}};
    CHECK(slope(m, 2.0), 14.0);
    CHECK(norm_slope(3.0, 4.0), 0.6);
    std::vector<double> d(3);
    Model dm{{0, 0, 0}};
    auto [g] = autodiff<Reverse>(evaluate, Duplicated<const Model &>{m, dm}, Active{2.0});
    CHECK(get<1>(g), 14.0);
    CHECK_ARRAY(dm.c.data(), ORACLE_LIST(1, 2, 4), 3);
    CHECK(get<0>(autodiff<Forward>(energy, Duplicated{3.0, 1.0}, Const{2.0})), 6.0);
    return oracle_result();
}
