/* Which memory the pointers that a derivative call hands over lead to.
 *
 * A function of a device takes addresses that may lead anywhere, to memory of the whole device, to
 * that of a block or of one thread. The call often shows where: what the host passes to a kernel is
 * the device's, a local array of the kernel is the thread's own. The function is differentiated as
 * a clone whose parameters say so, in an attribute that alias analysis looks at
 * (ezb_memory.cpp). Not in split mode: the calls of both halves may show different things, and must
 * get halves of one derivative. */
#include "base/limits.h"
#include "device/device.h"
#include "request/request.h"
#include "rules/registry.h"
#include <string.h>

static LLVMValueRef function_of(LLVMValueRef inst)
{
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
}

static bool is_by_value(LLVMValueRef fn, LLVMValueRef parameter)
{
    static const char name[] = "byval";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1), index = 1;
    while (LLVMGetParam(fn, index - 1) != parameter)
        index++;
    return LLVMGetEnumAttributeAtIndex(fn, index, kind) != NULL;
}

static void set_space(LLVMValueRef fn, unsigned parameter, char space)
{
    static const char name[] = EZB_SPACE_ATTRIBUTE;
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(fn));
    LLVMAddAttributeAtIndex(fn, parameter + 1,
                            LLVMCreateStringAttribute(context, name, sizeof name - 1, &space, 1));
}

/* A kernel may write to a struct that it takes by value, addresses of any memory, too. */
static bool is_only_loaded(LLVMValueRef address, unsigned steps)
{
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool moves = LLVMIsAGetElementPtrInst(user) || LLVMIsAAddrSpaceCastInst(user);
        if (!LLVMIsALoadInst(user) && !(moves && steps && is_only_loaded(user, steps - 1)))
            return false;
    }
    return true;
}

/* The number of the space as NVPTX and AMDGPU have it; 0: any. */
static unsigned space_of(LLVMValueRef call, LLVMValueRef pointer)
{
    LLVMValueRef base = ezb_underlying_object(pointer, ADDRESS_STEPS);
    if (LLVMIsAAllocaInst(base))
        return EZB_SPACE_THREAD;
    if (LLVMIsAGlobalVariable(base)) {
        unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(base));
        return space == EZB_SPACE_DEVICE || space == EZB_SPACE_BLOCK ? space : 0;
    }
    bool member = LLVMIsALoadInst(base) != NULL; /* of a struct that a kernel takes by value */
    if (member)
        base = ezb_underlying_object(LLVMGetOperand(base, 0), ADDRESS_STEPS);
    return LLVMIsAArgument(base) && device_is_kernel(function_of(call)) &&
                   is_by_value(function_of(call), base) == member &&
                   (!member || is_only_loaded(base, ADDRESS_STEPS))
               ? EZB_SPACE_DEVICE
               : 0;
}

/* Code that is made of a primal accesses its shadow where it accesses the primal, so both are to be
 * in one space. */
static unsigned space_of_param(const struct request *r, const struct request_param *p)
{
    if (!p->primal || LLVMGetTypeKind(LLVMTypeOf(p->primal)) != LLVMPointerTypeKind)
        return 0;
    unsigned space = space_of(r->call, p->primal);
    for (unsigned k = 0; p->shadows && k < r->width; k++)
        if (space_of(r->call, p->shadows[k]) != space)
            return 0;
    return space;
}

static LLVMValueRef clone_for(EzbCtx *cx, LLVMModuleRef m, struct arena *a, LLVMValueRef fn,
                              const char *spaces)
{
    const char *name = arena_printf(a, "enz.spaces-%s.%s", spaces, LLVMGetValueName(fn));
    LLVMValueRef clone = LLVMGetNamedFunction(m, name);
    if (clone)
        return clone;
    clone = ezb_clone_function(cx, fn, name);
    for (unsigned k = 0; spaces[k]; k++)
        if (spaces[k] != '0')
            set_space(clone, k, spaces[k]);
    return clone;
}

static void note_spaces(EzbCtx *cx, LLVMModuleRef m, struct arena *a, struct request *r)
{
    char *spaces = ARENA_ARRAY(a, char, r->param_count + 1);
    bool any = false;
    for (unsigned k = 0; k < r->param_count; k++) {
        unsigned space = space_of_param(r, &r->params[k]);
        spaces[k] = (char)('0' + space);
        any |= space != 0;
    }
    if (any)
        r->fn = clone_for(cx, m, a, r->fn, spaces);
}

/* Requests of a clone would not be on the list. */
static bool asks_itself(const struct request_list *list, LLVMValueRef fn)
{
    for (unsigned i = 0; i < list->count; i++)
        if (function_of(list->items[i].call) == fn)
            return true;
    return false;
}

void request_note_spaces(EzbCtx *cx, LLVMModuleRef m, struct arena *a,
                         const struct registry *registry, struct request_list *list)
{
    for (unsigned i = 0; i < list->count; i++) {
        struct request *r = &list->items[i];
        if ((r->mode == MODE_FORWARD || r->mode == MODE_REVERSE) && !LLVMIsDeclaration(r->fn) &&
            r->param_count == LLVMCountParams(r->fn) && !registry_rule(registry, r->fn) &&
            !asks_itself(list, r->fn))
            note_spaces(cx, m, a, r);
    }
}
