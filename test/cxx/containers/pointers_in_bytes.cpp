// Pointers among bytes that a vector moves when it grows: integers are stored at any of them.
#include "oracle.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

static double f(const double *x, int n)
{
    double value = x[0], kept = x[1];
    void *pointer = &value;
    void **cells = static_cast<void **>(std::calloc(n, sizeof *cells));
    cells[1] = pointer;
    const unsigned char *bytes = reinterpret_cast<const unsigned char *>(cells);
    std::vector<unsigned char> message(n * 8 + 4);
    std::copy(bytes, bytes + 24, message.begin() + 4);
    message.push_back(1);
    message.insert(message.end(), message[2]);
    std::memcpy(cells, message.data() + 4, 24);
    pointer = cells[n - 2];
    std::free(cells);
    *static_cast<double *>(pointer) = kept * kept;
    return value * x[2] + x[0];
}

int main()
{
    const double x[] = {2, 3, 0.5};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
