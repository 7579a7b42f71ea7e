/* See engine_truncate.h. */
#include "engine_truncate.h"
#include "base/diag.h"
#include "truncate/truncate.h"
#include <string.h>

static bool all_formats(struct truncations *t, const char *text)
{
    struct truncate_format f;
    const char *from = text;
    while (*text && *text != ' ') {
        if (!truncate_format_read(&text, &f))
            return diag(t->diags, DIAG_TRUNCATE_ALL, NULL,
                        arena_printf(t->arena, "%.*s", (int)strcspn(from, " "), from));
        if (!truncate_module(t, &f))
            return false;
    }
    return true;
}

bool engine_truncate(EzbCtx *cx, LLVMModuleRef m, const struct enz_options *o)
{
    if (!o->truncate_all)
        return false;
    struct arena arena;
    arena_init(&arena);
    const struct diag_policy policy = {o->warnings, o->color, (enum diag_format)o->format};
    struct diag_sink *diags = diag_sink_new(cx, m, &policy);
    struct truncations t = {.cx = cx, .module = m, .arena = &arena, .diags = diags};
    all_formats(&t, o->truncate_all);
    diag_flush(diags);
    diag_sink_free(diags);
    arena_free(&arena);
    return true;
}
