/* A derivative call that passes memory with a shadow of its own must not reach the same memory
 * through a global: derivatives would be in two shadows, and each of them would be wrong.
 *
 * Of a global that the derivative uses by name, and of a heap block that such a global points to
 * (facts/heap_globals.h), the run compares which bytes may be used with what is passed. Members of
 * a struct are apart from each other, but elements of arrays are not: nobody knows how much of an
 * array a call means. */
#include "emit/apart.h"
#include "base/target.h"
#include "facts/reach.h"
#include "facts/heap_globals.h"
#include "ir/code.h"
#include "ir/constants.h"
#include "ir/text.h"
#include <string.h>

/* Memory that the call passes with a shadow. */
struct passed {
    LLVMValueRef at, object;   /* object: what it is part of, as far as the code shows */
    struct reach_bytes behind; /* where in it the derivative has accesses for certain */
};

struct site {
    struct emission *e;
    const struct request *request;
    LLVMBuilderRef b;
    LLVMValueRef where;
    VEC(struct passed) passed;
};

/* Memory that the derivative reaches through a global. */
struct named {
    LLVMValueRef global, start, size; /* size: 0 if the block knows */
    int64_t bytes;                    /* the size, where it is known here */
    struct reach_bytes part;
    bool block; /* the global points to it */
};

/* An object that is not the global's: where that is certain nothing is compared. */
static bool is_other(struct site *s, LLVMValueRef object, const struct named *n)
{
    object = code_variable(object);
    if (LLVMIsAAllocaInst(object))
        return true;
    if (LLVMIsAGlobalVariable(object))
        return n->block || object != n->global;
    return !n->block && LLVMIsACallInst(object) && ezb_is_alloc(s->e->cx, object);
}

/* void enz_rt_check_apart(where, passed, behind, start, size, part): see runtime/enz_rt.h. */
static LLVMTypeRef check_type(struct site *s)
{
    LLVMModuleRef m = s->e->module;
    LLVMTypeRef ptr = target_pointer(m), size = target_size(m),
                params[] = {ptr, ptr, ptr, ptr, size, ptr};
    return LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(m)), params, 6, 0);
}

static LLVMValueRef check_function(struct site *s)
{
    LLVMValueRef check = LLVMGetNamedFunction(s->e->module, "enz_rt_check_apart");
    return check ? check : LLVMAddFunction(s->e->module, "enz_rt_check_apart", check_type(s));
}

/* A constant of a struct whose first two fields are numbers, and the third is `name`, if any. */
static LLVMValueRef constant_part(struct site *s, struct reach_bytes bytes, LLVMValueRef name)
{
    LLVMModuleRef m = s->e->module;
    LLVMValueRef fields[] = {target_bytes(m, (uint64_t)bytes.from),
                             target_bytes(m, (uint64_t)bytes.to), name},
                 value = LLVMConstStructInContext(LLVMGetModuleContext(m), fields, name ? 3 : 2, 0),
                 at = target_add_global(m, LLVMTypeOf(value), "enz.apart");
    LLVMSetInitializer(at, value);
    LLVMSetLinkage(at, LLVMPrivateLinkage);
    LLVMSetUnnamedAddress(at, LLVMGlobalUnnamedAddr);
    LLVMSetGlobalConstant(at, 1);
    return at;
}

static void compare_with(struct site *s, const struct named *n)
{
    LLVMValueRef part = NULL;
    for (unsigned k = 0; k < s->passed.count; k++) {
        const struct passed *p = &s->passed.items[k];
        if (is_other(s, p->object, n))
            continue;
        if (!part) {
            char *name = ezb_demangle(text_function_name(s->e->arena, n->global));
            part = constant_part(s, n->part, constants_text(s->b, name));
            LLVMDisposeMessage(name);
        }
        struct reach_bytes behind = p->behind;
        behind.to = behind.to < behind.from + n->bytes ? behind.to : behind.from + n->bytes;
        LLVMValueRef args[] = {s->where, p->at,   constant_part(s, behind, NULL),
                               n->start, n->size, part};
        LLVMBuildCall2(s->b, check_type(s), check_function(s), args, 6, "");
    }
}

static void check_block(struct site *s, LLVMValueRef global, const struct heap_leaf *leaf)
{
    LLVMModuleRef m = s->e->module;
    LLVMTypeRef ptr = target_pointer(m), size = target_size(m);
    LLVMValueRef fields[3];
    for (unsigned k = 0; k < 3; k++) {
        LLVMValueRef offset = target_bytes(m, leaf->offset + k * target_pointer_bytes(m)),
                     start = gen_address_of_global(s->e, s->b, global),
                     at =
                         LLVMBuildInBoundsGEP2(s->b, LLVMInt8TypeInContext(LLVMGetModuleContext(m)),
                                               start, &offset, 1, "");
        fields[k] = k == 0 || leaf->vector ? LLVMBuildLoad2(s->b, ptr, at, "") : NULL;
    }
    struct named n = {global, fields[0], target_bytes(m, 0), INT64_MAX / 2, {0, INT64_MAX}, true};
    if (leaf->vector)
        n.size = LLVMBuildSub(s->b, LLVMBuildPtrToInt(s->b, fields[2], size, ""),
                              LLVMBuildPtrToInt(s->b, fields[0], size, ""), "");
    compare_with(s, &n);
}

static bool is_generated(struct emission *e, LLVMValueRef global)
{
    if (!strncmp(text_function_name(e->arena, global), "enz.", 4))
        return true;
    for (unsigned i = 0; i < e->shadows.globals.count; i++) {
        LLVMValueRef *directions = map_get(&e->shadows.of, e->shadows.globals.items[i]);
        for (unsigned direction = 0; direction < REQUEST_MAX_WIDTH; direction++)
            if (directions[direction] == global)
                return true;
    }
    return false;
}

static void check_global(struct site *s, const struct reach_global *g)
{
    struct emission *e = s->e;
    LLVMValueRef global = g->global;
    if (LLVMIsGlobalConstant(global) || LLVMTypeOf(global) != target_pointer(e->module) ||
        map_get(&e->given_shadows, global) || is_generated(e, global))
        return;
    uint64_t size =
        LLVMABISizeOfType(LLVMGetModuleDataLayout(e->module), LLVMGlobalGetValueType(global));
    for (unsigned i = 0; i < g->parts.count; i++)
        compare_with(s, &(struct named){global, gen_address_of_global(e, s->b, global),
                                        target_bytes(e->module, size), (int64_t)size,
                                        g->parts.items[i], false});
    if (e->activity->distant) /* pointers lead to the shadow that is passed (runtime/distant.h) */
        return;
    const struct heap_leaves *leaves = heap_leaves_of(e->heap, global);
    for (unsigned i = 0; i < leaves->count; i++)
        if (heap_leaf_found(&leaves->items[i]))
            check_block(s, global, &leaves->items[i]);
}

/* Lists what the call passes; a parameter of the primal comes with its shadows, or as its lanes. */
static void list_passed(struct site *s, LLVMValueRef derivative)
{
    const struct request *r = s->request;
    for (unsigned k = 0, at = 0; k < r->param_count; k++) {
        const struct request_param *p = &r->params[k];
        bool duplicated = p->activity == ACT_DUP || p->activity == ACT_DUPNONEED;
        if (p->shadows && p->primal && LLVMTypeOf(p->primal) == target_pointer(s->e->module)) {
            struct passed found = {p->primal, ezb_underlying_object(p->primal, ADDRESS_STEPS),
                                   reach_behind(s->e->module, s->e->arena, derivative, at)};
            VEC_PUSH(s->e->arena, &s->passed, found);
        }
        at += p->lanes ? r->width : 1 + (duplicated ? r->width : 0);
    }
}

static void begin_at_call(struct site *s)
{
    struct emission *e = s->e;
    LLVMValueRef call = s->request->call;
    const char *file = "unknown place";
    unsigned line = 0, column = 0;
    s->b = LLVMCreateBuilderInContext(LLVMGetModuleContext(e->module));
    ezb_debug_loc(call, &file, &line, &column);
    LLVMPositionBuilderBefore(s->b, call);
    LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(call));
    s->where = constants_text(s->b, arena_printf(e->arena, "%s:%u:%u", file, line, column));
}

/* A number that the primal adds to another one is not read by the derivative any more. */
void gen_check_apart(struct emission *e, const struct request *request, LLVMValueRef derivative,
                     LLVMValueRef primal)
{
    struct reach reached;
    struct site s = {.e = e, .request = request};
    list_passed(&s, derivative);
    if (!s.passed.count)
        return;
    reach_names(&reached, e->module, e->arena, (LLVMValueRef[]){derivative, primal}, 2);
    begin_at_call(&s);
    for (unsigned i = 0; i < reached.globals.count; i++)
        check_global(&s, reached.globals.items[i]);
    LLVMDisposeBuilder(s.b);
}

/* ---- two globals ----------------------------------------------------------------------------- */

static LLVMValueRef names_of(struct site *s, LLVMValueRef written, LLVMValueRef read)
{
    LLVMModuleRef m = s->e->module;
    LLVMValueRef names[2], globals[] = {written, read};
    for (unsigned i = 0; i < 2; i++) {
        char *name = ezb_demangle(text_function_name(s->e->arena, globals[i]));
        names[i] = constants_text(s->b, name);
        LLVMDisposeMessage(name);
    }
    LLVMValueRef value = LLVMConstStructInContext(LLVMGetModuleContext(m), names, 2, 0),
                 at = target_add_global(m, LLVMTypeOf(value), "enz.apart");
    LLVMSetInitializer(at, value);
    LLVMSetLinkage(at, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(at, 1);
    return at;
}

/* Where a pointer is in a global. */
struct place {
    LLVMValueRef global;
    int64_t offset;
};

static LLVMValueRef place_of(struct site *s, const struct place *p)
{
    LLVMModuleRef m = s->e->module;
    LLVMValueRef offset = target_bytes(m, (uint64_t)p->offset),
                 start = gen_address_of_global(s->e, s->b, p->global);
    return LLVMBuildInBoundsGEP2(s->b, LLVMInt8TypeInContext(LLVMGetModuleContext(m)), start,
                                 &offset, 1, "");
}

static void compare_globals(struct site *s, const struct place *written, const struct place *read)
{
    static const char name[] = "enz_rt_check_two_globals";
    LLVMModuleRef m = s->e->module;
    LLVMTypeRef ptr = target_pointer(m), params[] = {ptr, ptr, ptr, ptr},
                none = LLVMVoidTypeInContext(LLVMGetModuleContext(m));
    LLVMValueRef fn = LLVMGetNamedFunction(m, name);
    if (!fn)
        fn = LLVMAddFunction(m, name, LLVMFunctionType(none, params, 4, 0));
    LLVMValueRef args[] = {s->where, LLVMBuildLoad2(s->b, ptr, place_of(s, written), ""),
                           LLVMBuildLoad2(s->b, ptr, place_of(s, read), ""),
                           names_of(s, written->global, read->global)};
    LLVMBuildCall2(s->b, LLVMGlobalGetValueType(fn), fn, args, 4, "");
}

/* Of accesses through pointers that globals hold at places known here: one for each place. */
typedef VEC(struct place) place_list;

static void add_place(struct emission *e, place_list *list, const struct unknown_access *a)
{
    struct place p = {a->root, 0};
    if (!a->root ||
        code_variable(ezb_strip_const_offsets(e->module, a->at, &p.offset, 0)) != a->root)
        return;
    for (unsigned i = 0; i < list->count; i++)
        if (list->items[i].global == p.global && list->items[i].offset == p.offset)
            return;
    VEC_PUSH(e->arena, list, p);
}

void gen_check_two_globals(struct emission *e, const struct request *request)
{
    const struct activity_context *c = e->activity;
    struct site s = {.e = e, .request = request};
    place_list written = {0}, read = {0};
    for (unsigned i = 0; i < c->unknown_stores.count; i++)
        add_place(e, &written, &c->unknown_stores.items[i]);
    for (unsigned i = 0; i < c->unknown_loads.count && written.count; i++)
        add_place(e, &read, &c->unknown_loads.items[i]);
    if (!read.count || target_is_device(e->module))
        return;
    begin_at_call(&s);
    for (unsigned i = 0; i < written.count; i++)
        for (unsigned k = 0; k < read.count; k++)
            if (written.items[i].global != read.items[k].global)
                compare_globals(&s, &written.items[i], &read.items[k]);
    LLVMDisposeBuilder(s.b);
}
