/* Headers of libc++ that many programs of test/cxx include, to be compiled once. Not those
 * that define objects, such as iostream: each program that includes them has these objects. */
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>
