/* Types that disguised programs of C++ share. */
#ifndef FUZZ_DISGUISE_CXX_H
#define FUZZ_DISGUISE_CXX_H

#include "disguise_parts.h"

#include <algorithm>
#include <any>
#include <array>
#include <bit>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

/* A value of any small type in a buffer, copied as bytes. */
class erased
{
    alignas(8) unsigned char buffer[16];
    void (*read)(const void *buffer, void *value);

  public:
    template <class T> explicit erased(const T &value)
    {
        static_assert(sizeof(T) <= sizeof buffer);
        new (buffer) T(value);
        read = [](const void *from, void *to) { *(T *)to = *(const T *)from; };
    }
    erased(const erased &o) : read(o.read)
    {
        memcpy(buffer, o.buffer, sizeof buffer);
    }
    erased &operator=(const erased &o)
    {
        memmove(buffer, o.buffer, sizeof buffer);
        read = o.read;
        return *this;
    }
    template <class T> void get(T &value) const
    {
        read(buffer, &value);
    }
};

#endif
