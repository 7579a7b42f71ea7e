/* Loads of one pointer give the structs behind it the same names.
 *
 * Notes say where structs of a name begin, seen from a pointer, and accesses in which array of a
 * struct of that name they are (ir/members.h). Each pointer has names of its own, so that of two
 * loads of `cells` in `cells[i].u[0] = cells[k].u[1]` the second loses its notes where LLVM makes
 * one of them, and so does a load that becomes what was stored before. So loads whose addresses are
 * calculated alike get names in common, one for each type and place behind the pointer, and these
 * are noted of all of them and of the pointers that are stored at such addresses. So it is with
 * calls of one function with such operands, and with what calls that were inlined one after the
 * other have all noted of one pointer.
 *
 * It does not matter whether the pointer is the same: an access that names a struct is calculated
 * from a load for which that note was made, or from what the load has become. What is noted of
 * others is asked for only where they are that. */
#include "base/limits.h"
#include "ir/code.h"
#include "prepare/bytes/bytes.h"
#include <stdlib.h>
#include <string.h>

/* How far back the calculation of an address is compared. */
LIMIT(ADDRESS_DEPTH, 8);

/* A load or a store of a pointer; or a call that returns one, a parameter or a variable, which are
 * their own addresses. */
struct access {
    LLVMValueRef address, pointer;
    uint64_t hash;
    unsigned order, first; /* first: the order of the first one with such an address */
    unsigned number;       /* of the pointer, 0: it has none; of that first one only */
};

/* What a name becomes. */
struct new_name {
    const char *old, *new; /* new: NULL if places with this name differ */
};

struct renamer {
    struct arena arena;
    LLVMModuleRef module;
    VEC(struct access) accesses; /* stores last */
    unsigned loads;              /* calls among them */
    VEC(struct new_name) names;  /* sorted by the old one, once all are there */
};

/* ---- addresses that are calculated alike ----------------------------------------------------- */

static bool is_calculated(LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst(v) || LLVMIsACastInst(v) || LLVMIsALoadInst(v) ||
           LLVMIsABinaryOperator(v) || LLVMIsAFreezeInst(v) || code_is_call(v);
}

static unsigned operand_count(LLVMValueRef v)
{
    return code_is_call(v) ? LLVMGetNumArgOperands(v) : (unsigned)LLVMGetNumOperands(v);
}

static uint64_t mixed(uint64_t h, uint64_t x)
{
    return (h ^ x) * UINT64_C(0x9e3779b97f4a7c15) ^ (h >> 29);
}

/* What v is some bytes behind of. */
static LLVMValueRef base_of(struct renamer *r, LLVMValueRef v, int64_t *bytes)
{
    *bytes = 0;
    return code_is_pointer(v) ? ezb_strip_const_offsets(r->module, v, bytes, 0) : v;
}

static uint64_t hash_of(struct renamer *r, LLVMValueRef v, unsigned depth)
{
    int64_t bytes;
    v = base_of(r, v, &bytes);
    uint64_t h = mixed(1, (uint64_t)bytes);
    if (!depth || !LLVMIsAInstruction(v) || !is_calculated(v))
        return mixed(h, (uint64_t)(uintptr_t)v);
    h = mixed(mixed(h, LLVMGetInstructionOpcode(v)), (uint64_t)(uintptr_t)LLVMTypeOf(v));
    for (unsigned i = 0; i < operand_count(v); i++)
        h = mixed(h, hash_of(r, LLVMGetOperand(v, i), depth - 1));
    return h;
}

static bool is_alike(struct renamer *r, LLVMValueRef a, LLVMValueRef b, unsigned depth)
{
    int64_t bytes_a, bytes_b;
    a = base_of(r, a, &bytes_a);
    b = base_of(r, b, &bytes_b);
    if (a == b || !depth || !LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) || !is_calculated(a))
        return a == b && bytes_a == bytes_b;
    bool alike = bytes_a == bytes_b && LLVMTypeOf(a) == LLVMTypeOf(b) &&
                 LLVMGetInstructionOpcode(a) == LLVMGetInstructionOpcode(b) &&
                 operand_count(a) == operand_count(b) &&
                 (!code_is_call(a) || LLVMGetCalledValue(a) == LLVMGetCalledValue(b)) &&
                 (!LLVMIsAGetElementPtrInst(a) ||
                  LLVMGetGEPSourceElementType(a) == LLVMGetGEPSourceElementType(b));
    for (unsigned i = 0; alike && i < operand_count(a); i++)
        alike = is_alike(r, LLVMGetOperand(a, i), LLVMGetOperand(b, i), depth - 1);
    return alike;
}

static int compare_orders(const void *x, const void *y)
{
    const struct access *a = x, *b = y;
    return a->order < b->order ? -1 : a->order > b->order;
}

static int compare_hashes(const void *x, const void *y)
{
    const struct access *a = x, *b = y;
    return a->hash < b->hash ? -1 : a->hash > b->hash ? 1 : compare_orders(x, y);
}

static bool is_noted(struct renamer *r, LLVMValueRef pointer)
{
    const char *types[MEMBER_ORIGINS_MAX];
    struct member_origin all[MEMBER_ORIGINS_MAX];
    return member_all_origins(&r->arena, pointer, types, all) != 0;
}

static void add_access(struct renamer *r, LLVMValueRef address, LLVMValueRef pointer)
{
    struct access x = {.address = address,
                       .pointer = pointer,
                       .order = r->accesses.count,
                       .first = r->accesses.count};
    VEC_PUSH(&r->arena, &r->accesses, x);
}

static bool add_noted(struct renamer *r, LLVMValueRef v)
{
    bool noted = code_is_pointer(v) && is_noted(r, v);
    if (noted)
        add_access(r, v, v);
    return noted;
}

/* True if something is known of some pointers. */
static bool find_pointers(struct renamer *r, LLVMValueRef fn)
{
    bool any = false;
    for (unsigned i = 0; i < LLVMCountParams(fn); i++)
        any |= add_noted(r, LLVMGetParam(fn, i));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            bool load = LLVMIsALoadInst(i) && member_variable(i) == i;
            if (LLVMIsAAllocaInst(i))
                any |= add_noted(r, i);
            if (!code_is_pointer(i) || (!load && !code_is_call(i)))
                continue;
            add_access(r, load ? LLVMGetOperand(i, 0) : i, i);
            any |= is_noted(r, i);
        }
    r->loads = r->accesses.count;
    return any;
}

static void find_stores(struct renamer *r, LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAStoreInst(i) && code_is_pointer(LLVMGetOperand(i, 0)))
                add_access(r, LLVMGetOperand(i, 1), LLVMGetOperand(i, 0));
}

static void group_accesses(struct renamer *r)
{
    struct access *all = r->accesses.items;
    unsigned n = r->accesses.count;
    for (unsigned i = 0; i < n; i++)
        all[i].hash = hash_of(r, all[i].address, ADDRESS_DEPTH);
    qsort(all, n, sizeof *all, compare_hashes);
    for (unsigned i = 1; i < n; i++)
        if (all[i].hash == all[i - 1].hash &&
            is_alike(r, all[i - 1].address, all[i].address, ADDRESS_DEPTH))
            all[i].first = all[i - 1].first;
    qsort(all, n, sizeof *all, compare_orders);
}

/* Structs of one type at one place behind it have several names. */
static bool has_several_names(struct renamer *r, LLVMValueRef pointer)
{
    const char *types[MEMBER_ORIGINS_MAX];
    struct member_origin all[MEMBER_ORIGINS_MAX];
    unsigned n = member_all_origins(&r->arena, pointer, types, all);
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < i; k++)
            if (all[i].distance == all[k].distance && all[i].step == all[k].step &&
                member_is_same_type(types[i], types[k]))
                return true;
    return false;
}

/* Pointers that are loaded several times, or stored as well, and of which something is known get
 * numbers, and so do those behind which structs have several names. */
static bool number_pointers(struct renamer *r, unsigned *numbers)
{
    struct access *all = r->accesses.items;
    bool any = false, *noted = ARENA_ARRAY(&r->arena, bool, r->accesses.count);
    for (unsigned i = 0; i < r->loads; i++)
        noted[all[i].first] |= is_noted(r, all[i].pointer);
    for (unsigned i = 0; i < r->accesses.count; i++) {
        struct access *first = &all[all[i].first];
        if (first->number || !noted[first->order] ||
            (first == &all[i] && !has_several_names(r, all[i].pointer)))
            continue;
        first->number = ++*numbers;
        any = true;
    }
    return any;
}

/* ---- names ----------------------------------------------------------------------------------- */

static int compare_names(const void *x, const void *y)
{
    const struct new_name *a = x, *b = y;
    return strcmp(a->old, b->old);
}

static void add_names(struct renamer *r, const struct access *load)
{
    const char *types[MEMBER_ORIGINS_MAX];
    struct member_origin all[MEMBER_ORIGINS_MAX];
    unsigned n = member_all_origins(&r->arena, load->pointer, types, all),
             number = r->accesses.items[load->first].number;
    for (unsigned i = 0; i < n; i++) {
        const char *text = arena_printf(&r->arena, "%u", number - 1);
        struct new_name name = {
            types[i], number ? member_type_again(&r->arena, types[i], text, all[i]) : NULL};
        VEC_PUSH(&r->arena, &r->names, name);
    }
}

/* A pointer that is chosen among several gives a name to what is behind all of them: that stays. */
static void settle_names(struct renamer *r)
{
    struct new_name *all = r->names.items;
    unsigned kept = 0;
    qsort(all, r->names.count, sizeof *all, compare_names);
    for (unsigned i = 0; i < r->names.count; i++) {
        struct new_name *last = kept ? &all[kept - 1] : NULL;
        if (!last || strcmp(last->old, all[i].old))
            all[kept++] = all[i];
        else if (!last->new || !all[i].new || strcmp(last->new, all[i].new))
            last->new = NULL;
    }
    r->names.count = kept;
}

static const char *new_name_of(struct arena *a, const char *type, void *data)
{
    const struct renamer *r = data;
    struct new_name key = {.old = type};
    const struct new_name *found =
        bsearch(&key, r->names.items, r->names.count, sizeof key, compare_names);
    (void)a;
    return found && found->new ? found->new : type;
}

/* What is known of one pointer is known of the other. */
static void share_notes(struct renamer *r, LLVMValueRef from, LLVMValueRef to)
{
    const char *types[MEMBER_ORIGINS_MAX];
    struct member_origin all[MEMBER_ORIGINS_MAX];
    LLVMTargetDataRef target = LLVMGetModuleDataLayout(r->module);
    unsigned n = from == to ? 0 : member_all_origins(&r->arena, from, types, all);
    for (unsigned i = 0; i < n; i++)
        member_note_origin(&r->arena, target, to, types[i], all[i]);
}

/* Callers have noted under this name what they access through the result of the function. */
static bool is_name_in_result(struct renamer *r, LLVMValueRef fn, const char *type)
{
    const char *texts[MEMBERS_MAX];
    unsigned n;
    struct member_known known;
    bool found = false;
    if (!member_of_result(&r->arena, fn, texts, &n))
        return false;
    for (unsigned i = 0; i < n && !found; i++)
        found = member_read(texts[i], &known) && !strcmp(known.type, type);
    return found;
}

static void rename_param(struct renamer *r, LLVMValueRef fn, LLVMValueRef param)
{
    const char *types[MEMBER_ORIGINS_MAX];
    struct member_origin all[MEMBER_ORIGINS_MAX];
    LLVMTargetDataRef target = LLVMGetModuleDataLayout(r->module);
    unsigned n = member_all_origins(&r->arena, param, types, all);
    member_rename_origins(&r->arena, param, new_name_of, r);
    for (unsigned i = 0; i < n; i++)
        if (is_name_in_result(r, fn, types[i]))
            member_note_origin(&r->arena, target, param, types[i], all[i]);
}

static void rename_all(struct renamer *r, LLVMValueRef fn)
{
    for (unsigned i = 0; i < r->loads; i++)
        add_names(r, &r->accesses.items[i]);
    settle_names(r);
    for (unsigned i = 0; i < LLVMCountParams(fn); i++)
        rename_param(r, fn, LLVMGetParam(fn, i));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            member_rename(&r->arena, i, new_name_of, r);
}

/* The first access of several is a load, which gets the notes of all and gives them to all. */
static void share_all(struct renamer *r)
{
    const struct access *all = r->accesses.items;
    for (unsigned i = 0; i < r->loads; i++)
        if (all[all[i].first].number)
            share_notes(r, all[i].pointer, all[all[i].first].pointer);
    for (unsigned i = 0; i < r->accesses.count; i++)
        if (all[all[i].first].number)
            share_notes(r, all[all[i].first].pointer, all[i].pointer);
}

unsigned prepare_member_loads(struct prepare *p, LLVMValueRef fn)
{
    struct renamer r = {.module = p->module};
    arena_init(&r.arena);
    if (find_pointers(&r, fn)) {
        find_stores(&r, fn);
        group_accesses(&r);
        if (number_pointers(&r, &p->member_numbers)) {
            rename_all(&r, fn);
            share_all(&r);
        }
    }
    arena_free(&r.arena);
    return 0; /* no code has changed */
}
