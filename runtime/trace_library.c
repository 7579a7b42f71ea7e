/* See trace_library.h. Numbers and integers go to the library in the type that the choice has. */
#include "trace_library.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "the bytes of a narrow integer come first in a wide one");

static void need(bool there, const char *function, const char *why, const char *where)
{
    if (there)
        return;
    fprintf(stderr,
            "enzcc: %s: the library of enzyme_interface has no %s, which %s needs: fill its place "
            "in the table\n",
            where, function, why);
    abort();
}

void library_check(const struct enz_trace_interface *library, const struct library_traces *traces,
                   const char *where)
{
    static const struct enz_trace_interface none;
    const struct enz_trace_interface *l = library ? library : &none;
    need(!traces->trace || l->insert_choice, "insertChoice", "enzyme_trace", where);
    need(!traces->observations || l->has_choice, "hasChoice", "enzyme_observations", where);
    need(!traces->observations || l->get_choice, "getChoice", "enzyme_observations", where);
    need(!traces->gradients || l->insert_choice_gradient, "insertChoiceGradient", "enzyme_duptrace",
         where);
}

bool library_has(const struct enz_trace_interface *library, void *trace, const char *name)
{
    return library->has_choice(trace, name);
}

double library_number(const struct enz_trace_interface *library, void *trace, const char *name,
                      size_t size)
{
    float narrow = 0;
    double value = 0;
    if (size == sizeof narrow)
        library->get_choice(trace, name, &narrow, size);
    else
        library->get_choice(trace, name, &value, sizeof value);
    return size == sizeof narrow ? (double)narrow : value;
}

/* Of a narrow integer nobody looks at the bytes behind it. */
int64_t library_integer(const struct enz_trace_interface *library, void *trace, const char *name,
                        size_t size)
{
    int64_t value = 0;
    library->get_choice(trace, name, &value, size);
    return value;
}

void library_put_number(const struct enz_trace_interface *library, void *trace, const char *name,
                        double score, double value, size_t size)
{
    float narrow = (float)value;
    if (size == sizeof narrow)
        library->insert_choice(trace, name, score, &narrow, size);
    else
        library->insert_choice(trace, name, score, &value, sizeof value);
}

void library_put_integer(const struct enz_trace_interface *library, void *trace, const char *name,
                         double score, int64_t value, size_t size)
{
    library->insert_choice(trace, name, score, &value, size);
}

void library_put_gradient(const struct enz_trace_interface *library, void *trace, const char *name,
                          double gradient, size_t size)
{
    float narrow = (float)gradient;
    if (size == sizeof narrow)
        library->insert_choice_gradient(trace, name, &narrow, size);
    else
        library->insert_choice_gradient(trace, name, &gradient, sizeof gradient);
}
