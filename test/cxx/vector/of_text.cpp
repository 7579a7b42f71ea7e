// Text goes through vectors of characters into strings and back.
#include "oracle.h"
#include <string>
#include <vector>

static double text(const double *x, int n)
{
    const char *name = "abc";
    std::vector<char> letters(name, name + 3);
    std::string word(letters.begin(), letters.end()), part("hello", 3);
    std::vector<char> again(word.begin(), word.end());
    std::wstring wide(2, L'w');
    return x[0] * x[n - 1] * (double)(word.size() + part.size() + again.size() + wide.size());
}

int main()
{
    const double x[] = {1.25, -0.5, 0.75};
    ORACLE_GRADIENT(text, x, 3);
    return oracle_result();
}
