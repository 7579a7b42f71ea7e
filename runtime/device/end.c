/* Ends of runs. */
#include "end.h"
#include "../enz_rt.h"

#ifdef __NVPTX__
/* CUDA, "PTX Writer's Guide to Interoperability", System Calls. */
int vprintf(const char *format, void *operands);

static void print(const char *what, const char *where)
{
    struct {
        const char *where, *what;
    } operands = {where, what};
    vprintf("enzcc: %s: %s\n", &operands);
}
#else
/* Of ROCm's device libraries (ockl), if the link has found them: a format and its strings, which
 * the host prints. */
#include <stdint.h>
__attribute__((weak)) uint64_t __ockl_fprintf_stderr_begin(void);
__attribute__((weak)) uint64_t __ockl_fprintf_append_string_n(uint64_t message, const char *text,
                                                              uint64_t size, uint32_t is_last);

static uint64_t append(uint64_t message, const char *text, uint32_t is_last)
{
    uint64_t size = 1;
    while (text[size - 1])
        size++;
    return __ockl_fprintf_append_string_n(message, text, size, is_last);
}

static void print(const char *what, const char *where)
{
    if (!__ockl_fprintf_stderr_begin || !__ockl_fprintf_append_string_n)
        return;
    uint64_t message = append(__ockl_fprintf_stderr_begin(), "enzcc: %s: %s\n", 0);
    append(append(message, where, 0), what, 1);
}
#endif

_Noreturn void end_run(const char *what, const char *where)
{
    print(what, where);
    __builtin_trap();
}

#define END(name, what)                                                                            \
    void name(const char *where)                                                                   \
    {                                                                                              \
        end_run(what, where);                                                                      \
    }
END(enz_rt_bits_lost, "integer arithmetic on the bits of an active floating-point value makes a "
                      "number: it has no derivative")
END(enz_rt_tangent_lost, "a number is made of the bits of active floating-point values: it has no "
                         "derivative")
END(enz_rt_type_unknown, "active floating-point values are copied whose type is not known")
END(enz_rt_adjoint_torn, "the bytes of an active floating-point value are taken apart, and not all "
                         "of them are put together again")
END(enz_rt_unknown_target, "a call leads to a function of which no derivative is known")
END(enz_rt_number_as_address, "a number is used as an address")
END(enz_rt_address_lost, "an address is lost")
END(enz_rt_address_made, "an address is made of parts")

void enz_rt_missing(const char *where, const char *function)
{
    end_run(function, where);
}
