/* The headers of the library that generated programs include, for `run` to precompile. */
#define _GNU_SOURCE
#include <malloc.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
#include <algorithm>
#include <any>
#include <array>
#include <complex>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>
#if __cplusplus >= 202002L
#include <bit>
#endif
#endif
