#include "sanitizers.h"

#include <string.h>

enum how { HOW_SOURCE, HOW_LATER, HOW_LTO };

static const struct {
    const char *name;
    enum how how;
} sanitizers[] = {
#define SANITIZER(name, how) {name, HOW_##how},
#include "sanitizers.def"
};

static bool is_name(const char *list, size_t length, const char *name)
{
    return strlen(name) == length && strncmp(list, name, length) == 0;
}

static void read_one(struct invocation *v, const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof sanitizers / sizeof sanitizers[0]; i++)
        if (is_name(name, length, sanitizers[i].name)) {
            v->own_lto |= sanitizers[i].how == HOW_LTO;
            v->instrumented |= sanitizers[i].how == HOW_LTO;
            return;
        }
    v->instrumented = true;
}

void sanitizers_read(struct invocation *v, const char *list)
{
    v->sanitized = true;
    while (*list) {
        size_t length = strcspn(list, ",");
        read_one(v, list, length);
        list += length + (list[length] == ',');
    }
}

void sanitizers_recover(struct invocation *v, const char *list, bool recover)
{
    while (*list) {
        size_t length = strcspn(list, ",");
        if (is_name(list, length, "address") || is_name(list, length, "all"))
            v->recovers = recover;
        list += length + (list[length] == ',');
    }
}
