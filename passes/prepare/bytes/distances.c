/* Pointers that are moved, by pointer arithmetic, as far as two blocks are apart.
 *
 * Relative pointers keep the distance from one place to another in memory, often from where they
 * lie themselves: (char *)p + p->distance. The two may lie in different blocks, whose shadows are
 * not as far apart, so that the shadow of the result is not the shadow of p, moved as far. An
 * address that is calculated as an integer has a shadow that is calculated of those of all its
 * operands (facts/words.h); so such a pointer becomes one. Neither may LLVM's analyses of aliases
 * take it for one into the block of p, then.
 *
 * Ordinary indices are loaded from memory, too. Only bytes are counted here, by what is no multiple
 * of a constant, and only in a program that somewhere takes the distance in bytes between two
 * addresses of which nobody says that they are in one object. */
#include "base/limits.h"
#include "base/target.h"
#include "ir/code.h"
#include "ir/value_access.h"
#include "prepare/bytes/blocks.h"
#include "prepare/bytes/bytes.h"
#include "prepare/bytes/distances.h"
#include <string.h>

/* ---- programs that take distances ------------------------------------------------------------ */

static bool is(LLVMValueRef v, LLVMOpcode op)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == op;
}

static bool is_exact_quotient(LLVMValueRef v)
{
    return (is(v, LLVMSDiv) || is(v, LLVMUDiv) || is(v, LLVMAShr) || is(v, LLVMLShr)) &&
           LLVMGetExact(v);
}

/* A difference of pointers to elements of an array; sizes and comparisons. */
static bool is_of_elements(LLVMValueRef difference)
{
    for (LLVMUseRef u = LLVMGetFirstUse(difference); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!is_exact_quotient(user) && !LLVMIsAICmpInst(user) && !blocks_calls_library(user))
            return false;
    }
    return true;
}

/* Of an address and something else. */
static bool is_subtracted(LLVMValueRef address)
{
    if (!LLVMIsAPtrToIntInst(address) || ezb_only_measured(address))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u))
        if (is(LLVMGetUser(u), LLVMSub) && !is_of_elements(LLVMGetUser(u)))
            return true;
    return false;
}

/* As an integer it goes elsewhere, into a variable, say. */
static bool is_kept_as_integer(LLVMValueRef address)
{
    if (!LLVMIsAPtrToIntInst(address))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u))
        if (LLVMIsAStoreInst(LLVMGetUser(u)) || LLVMIsAReturnInst(LLVMGetUser(u)) ||
            LLVMIsACallInst(LLVMGetUser(u)))
            return true;
    return false;
}

/* Of integers as wide as an address, that may be some. */
static bool is_difference_of_words(struct prepare *p, LLVMValueRef v)
{
    return is(v, LLVMSub) && LLVMTypeOf(v) == target_size(p->module) &&
           !LLVMIsAConstant(LLVMGetOperand(v, 0)) && !LLVMIsAConstant(LLVMGetOperand(v, 1)) &&
           !LLVMIsAPtrToIntInst(LLVMGetOperand(v, 0)) && !LLVMIsAPtrToIntInst(LLVMGetOperand(v, 1));
}

static bool function_takes_distances(struct prepare *p, LLVMValueRef fn)
{
    bool kept = false, subtracted = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (is_subtracted(i))
                return true;
            kept |= is_kept_as_integer(i);
            subtracted |= is_difference_of_words(p, i);
        }
    return kept && subtracted;
}

/* Code of the C++ library stays in one object, and what the passes have made does not count. */
static bool is_of_program(LLVMValueRef fn)
{
    static const char *const others[] = {"enz.",  "_ZSt",   "_ZNSt",         "_ZNKSt",
                                         "_ZNSa", "_ZNKSa", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"};
    const char *name = LLVMGetValueName(fn);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strncmp(name, others[i], strlen(others[i])))
            return false;
    return true;
}

bool distances_are_taken(struct prepare *p)
{
    if (p->distances_known)
        return p->distances;
    p->distances_known = true;
    for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f && !p->distances;
         f = LLVMGetNextFunction(f))
        p->distances = is_of_program(f) && function_takes_distances(p, f);
    return p->distances;
}

/* ---- pointers that are moved by them --------------------------------------------------------- */

struct distance_walk {
    struct prepare *p;
    struct map seen;
    LLVMValueRef base; /* of the pointer */
    bool own;          /* only such as lie where the pointer leads to */
};

static LLVMValueRef object_of(LLVMValueRef pointer)
{
    return ezb_underlying_object(pointer, ADDRESS_STEPS);
}

/* In front of what a pointer leads to that was loaded itself: where a base class is in an object
 * stands there in its vtable. */
static bool is_of_vtable(const struct distance_walk *w, LLVMValueRef load)
{
    int64_t at;
    LLVMValueRef table = ezb_strip_const_offsets(w->p->module, LLVMGetOperand(load, 0), &at, 0);
    return at < 0 && LLVMIsALoadInst(table) && value_access_may_be_vtable(table);
}

/* Not through a table or a text. */
static bool is_loaded(const struct distance_walk *w, LLVMValueRef v)
{
    LLVMValueRef from = LLVMIsALoadInst(v) ? object_of(LLVMGetOperand(v, 0)) : NULL;
    return from && !(LLVMIsAGlobalVariable(from) && LLVMIsGlobalConstant(from)) &&
           !is_of_vtable(w, v);
}

/* Out of memory; or, as wide as an address, from a caller or a callee. */
static bool is_from_elsewhere(const struct distance_walk *w, LLVMValueRef v)
{
    if (!distances_are_taken(w->p))
        return false;
    if (w->own)
        return LLVMIsALoadInst(v) && object_of(LLVMGetOperand(v, 0)) == w->base;
    return is_loaded(w, v) || (LLVMTypeOf(v) == target_size(w->p->module) &&
                               (LLVMIsAArgument(v) || LLVMIsAExtractValueInst(v) ||
                                (code_is_call(v) && !blocks_calls_library(v))));
}

/* Between two blocks. Two parameters may lead to one, unless one of them is what is moved, in a
 * program that takes distances. */
static bool is_between(const struct distance_walk *w, LLVMValueRef v)
{
    if (!is(v, LLVMSub) || !LLVMIsAPtrToIntInst(LLVMGetOperand(v, 0)) ||
        !LLVMIsAPtrToIntInst(LLVMGetOperand(v, 1)))
        return false;
    LLVMValueRef end = LLVMGetOperand(LLVMGetOperand(v, 0), 0),
                 start = LLVMGetOperand(LLVMGetOperand(v, 1), 0), to = object_of(end),
                 from = object_of(start);
    bool moved = to == w->base || from == w->base;
    return to != from && (blocks_are_apart(w->p, end, start) ||
                          (moved && blocks_is_object(w->p, to) && blocks_is_object(w->p, from) &&
                           distances_are_taken(w->p)));
}

/* Until types are known, what is subtracted from something else are addresses, too. */
static bool is_loaded_address(const struct distance_walk *w, LLVMValueRef v)
{
    const struct prepare_facts *facts = w->p->facts;
    if (!LLVMIsALoadInst(v))
        return LLVMIsAPtrToIntInst(v);
    return !facts ||
           facts->carries(facts->types, LLVMGetOperand(v, 0), target_pointer_bytes(w->p->module));
}

/* In one block, as far as is known: addresses of elements that were loaded as integers. */
static bool is_difference(const struct distance_walk *w, LLVMValueRef v)
{
    return is(v, LLVMSub) && is_loaded_address(w, LLVMGetOperand(v, 0)) &&
           is_loaded_address(w, LLVMGetOperand(v, 1)) && !is_between(w, v);
}

/* A mask leaves more than the lowest bits. */
static bool keeps_distance(LLVMValueRef v)
{
    enum { LOW_BITS = 4095 };
    LLVMValueRef mask = LLVMGetOperand(v, 1);
    return LLVMIsAConstantInt(mask) && LLVMConstIntGetZExtValue(mask) > LOW_BITS;
}

/* Operands of which v has the bits in place: [*first, the number returned). */
static int parts_of(LLVMValueRef v, int *first)
{
    *first = LLVMIsASelectInst(v) != NULL;
    if (!LLVMIsAInstruction(v))
        return 0;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMXor:
    case LLVMOr:
    case LLVMSelect:
    case LLVMPHI:
    case LLVMFreeze:
    case LLVMSExt:
    case LLVMZExt:
    case LLVMTrunc: return LLVMGetNumOperands(v);
    case LLVMAnd: return keeps_distance(v) ? 1 : 0;
    default: return 0;
    }
}

static bool has_distance(struct distance_walk *w, LLVMValueRef v)
{
    int k, n = parts_of(v, &k);
    if (map_get(&w->seen, v) || is_difference(w, v))
        return false;
    map_put(&w->seen, v, v);
    if (is_from_elsewhere(w, v) || is_between(w, v))
        return true;
    for (; k < n; k++)
        if (has_distance(w, LLVMGetOperand(v, (unsigned)k)))
            return true;
    return false;
}

static bool counts_bytes(struct prepare *p, LLVMValueRef gep)
{
    LLVMTypeRef t = LLVMTypeOf(gep);
    return LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetNumOperands(gep) == 2 &&
           !LLVMIsAConstant(LLVMGetOperand(gep, 1)) &&
           LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(gep, 1))) == LLVMIntegerTypeKind &&
           LLVMTypeIsSized(LLVMGetGEPSourceElementType(gep)) &&
           LLVMABISizeOfType(LLVMGetModuleDataLayout(p->module),
                             LLVMGetGEPSourceElementType(gep)) == 1;
}

bool distances_may_be(struct prepare *p, LLVMValueRef base, LLVMValueRef index)
{
    struct distance_walk w = {.p = p, .base = base};
    map_init(&w.seen, p->arena);
    return has_distance(&w, index);
}

/* own: by a distance that lies where the pointer leads to. */
static bool is_moved(struct prepare *p, LLVMValueRef gep, bool own)
{
    if (!LLVMIsAGetElementPtrInst(gep) || !counts_bytes(p, gep))
        return false;
    struct distance_walk w = {.p = p, .base = object_of(LLVMGetOperand(gep, 0)), .own = own};
    map_init(&w.seen, p->arena);
    return has_distance(&w, LLVMGetOperand(gep, 1));
}

static LLVMValueRef calculated(struct prepare *p, LLVMBuilderRef b, LLVMValueRef gep)
{
    LLVMTypeRef word = target_size(p->module);
    LLVMPositionBuilderBefore(b, gep);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(gep));
    LLVMValueRef address = LLVMBuildPtrToInt(b, LLVMGetOperand(gep, 0), word, ""),
                 by = LLVMBuildIntCast2(b, LLVMGetOperand(gep, 1), word, 1, "");
    return LLVMBuildIntToPtr(b, LLVMBuildAdd(b, address, by, ""), LLVMTypeOf(gep), "");
}

/* ---- what is reached through them ------------------------------------------------------------ */

enum reached {
    REACHED_BYTES,   /* texts, small integers */
    REACHED_UNKNOWN, /* the pointer goes elsewhere */
    REACHED_VALUES,  /* or pointers, or what is as wide */
};

struct reach_walk {
    struct prepare *p;
    struct map seen;
};

static enum reached reached_by(struct reach_walk *w, LLVMTypeRef accessed)
{
    bool narrow = LLVMGetTypeKind(accessed) == LLVMIntegerTypeKind &&
                  LLVMGetIntTypeWidth(accessed) < 8 * target_pointer_bytes(w->p->module);
    return narrow ? REACHED_BYTES : REACHED_VALUES;
}

static enum reached reached_use(struct reach_walk *w, LLVMValueRef user, LLVMValueRef pointer);

static enum reached reached_through(struct reach_walk *w, LLVMValueRef pointer)
{
    enum reached most = REACHED_BYTES;
    if (map_get(&w->seen, pointer))
        return most;
    map_put(&w->seen, pointer, pointer);
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        enum reached r = reached_use(w, LLVMGetUser(u), pointer);
        most = r > most ? r : most;
    }
    return most;
}

static enum reached reached_use(struct reach_walk *w, LLVMValueRef user, LLVMValueRef pointer)
{
    if (LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user) ||
        LLVMIsAFreezeInst(user))
        return reached_through(w, user);
    if (LLVMIsALoadInst(user))
        return reached_by(w, LLVMTypeOf(user));
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer)
        return reached_by(w, LLVMTypeOf(LLVMGetOperand(user, 0)));
    return LLVMIsAICmpInst(user) || LLVMIsAPtrToIntInst(user) ? REACHED_BYTES : REACHED_UNKNOWN;
}

/* Until types are known, a pointer that goes elsewhere may lead to a text. */
static bool is_between_blocks(struct prepare *p, LLVMValueRef inst)
{
    struct reach_walk w = {.p = p};
    map_init(&w.seen, p->arena);
    if (!is_moved(p, inst, false))
        return false;
    enum reached reached = reached_through(&w, inst);
    if (p->facts)
        return reached != REACHED_BYTES && p->facts->carries(p->facts->types, inst, 1);
    return reached == REACHED_VALUES || (reached == REACHED_UNKNOWN && is_moved(p, inst, true));
}

static LLVMValueRef moved(struct prepare *p, LLVMBuilderRef b, LLVMValueRef inst)
{
    return is_between_blocks(p, inst) ? calculated(p, b, inst) : NULL;
}

unsigned prepare_distances(struct prepare *p, LLVMValueRef fn)
{
    return prepare_replace(p, fn, moved);
}
