/* Two threads have one number in turn, and say so through streams that write to pipes. */
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>
#include "oracle.h"
#include "oracle_calls.h"

namespace
{
struct channel {
    int ends[2];
    std::ofstream out;

    channel()
    {
        if (pipe(ends))
            std::abort();
        out.open("/dev/fd/" + std::to_string(ends[1]));
    }
    ~channel()
    {
        close(ends[0]);
        close(ends[1]);
    }
    void wait() const
    {
        char line[2];
        if (read(ends[0], line, 2) != 2)
            std::abort();
    }
};

double in_turn(const double *x, int n)
{
    channel there, back;
    double slot = 0, state = 0.3;
    std::thread other([&, n] {
        for (int i = 0; i < n; i++) {
            there.wait();
            state = std::cos(state) * slot + 0.3 * state;
            back.out << i << std::endl;
        }
    });
    for (int i = 0; i < n; i++) {
        slot = x[i] * x[(i + 1) % n];
        there.out << i << std::endl;
        back.wait();
    }
    other.join();
    return state;
}
} // namespace

int main()
{
    double x[9];
    oracle_random(x, 9, 5);
    ORACLE_GRADIENT(in_turn, x, 9);
    return oracle_result();
}
