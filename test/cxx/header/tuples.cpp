// enzyme::tuple by itself: members, value categories, concatenation, bindings.
#include "oracle.h"
#include <enzyme/enzyme>
#include <memory>
#include <string>

int main()
{
    using namespace enzyme;
    enzyme::tuple<int, double, std::string> t{1, 2.5, "three"};
    static_assert(std::is_aggregate_v<decltype(t)> && tuple_size_v<decltype(t)> == 3);
    static_assert(std::is_same_v<decltype(get<1>(t)), double &>);
    static_assert(
        std::is_same_v<decltype(get<1>(static_cast<const decltype(t) &>(t))), const double &>);
    static_assert(std::is_same_v<decltype(get<2>(static_cast<decltype(t) &&>(t))), std::string &&>);
    static_assert(sizeof(enzyme::tuple<double, double>) == 16 && std::is_empty_v<enzyme::tuple<>>);
    CHECK(get<1>(t), 2.5);
    get<0>(t) = 7;
    auto [i, d, s] = t;
    CHECK_THAT(i == 7 && d == 2.5 && s == "three");

    enzyme::tuple deduced{1.0f, 'c'};
    static_assert(std::is_same_v<decltype(deduced), enzyme::tuple<float, char>>);
    std::string taken = get<2>(static_cast<decltype(t) &&>(t));
    CHECK_THAT(taken == "three");

    double x = 1;
    auto references = enzyme::forward_as_tuple(x, 2.0);
    static_assert(std::is_same_v<decltype(references), enzyme::tuple<double &, double &&>>);
    get<0>(references) = 5;
    CHECK(x, 5.0);

    auto joined = enzyme::tuple_cat(enzyme::tuple{1}, enzyme::tuple<>{}, enzyme::tuple{2.0, 3.0f},
                                    enzyme::tuple<std::unique_ptr<int>>{std::make_unique<int>(4)});
    static_assert(
        std::is_same_v<decltype(joined), enzyme::tuple<int, double, float, std::unique_ptr<int>>>);
    CHECK_THAT(get<0>(joined) == 1 && get<2>(joined) == 3.0f && *get<3>(joined) == 4);
    static_assert(tuple_size_v<decltype(enzyme::tuple_cat())> == 0);
    constexpr enzyme::tuple c{1, 2};
    static_assert(get<1>(c) == 2);
    return oracle_result();
}
