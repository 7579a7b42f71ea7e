/* Checks in generated code of what only the run can know: that a derivative which could not be
 * computed is not asked for. */
#include "base/limits.h"
#include "emit/derivative.h"
#include "facts/heap_globals.h"
#include "ir/text.h"

LLVMValueRef gen_where(struct gen *g, LLVMValueRef inst)
{
    const char *file = "unknown place";
    unsigned line = 0, col = 0;
    ezb_debug_loc(inst, &file, &line, &col);
    return LLVMBuildGlobalStringPtr(g->b, arena_printf(g->arena, "%s:%u:%u", file, line, col), "");
}

static void begin_end(struct gen *g, LLVMValueRef lost, LLVMBasicBlockRef *rest)
{
    LLVMBasicBlockRef last = gen_block(g);
    *rest = gen_block(g);
    LLVMBuildCondBr(g->b, lost, last, *rest);
    LLVMPositionBuilderAtEnd(g->b, last);
}

static void finish_end(struct gen *g, const char *end, LLVMValueRef where, LLVMBasicBlockRef rest)
{
    LLVMTypeRef ptr = gen_ptr_type(g), none = LLVMVoidTypeInContext(g->context);
    gen_call(g, gen_declare(g, end, none, &ptr, 1), &where, 1);
    LLVMBuildUnreachable(g->b);
    LLVMPositionBuilderAtEnd(g->b, rest);
}

void gen_end_at(struct gen *g, LLVMValueRef lost, const char *end, LLVMValueRef where)
{
    LLVMBasicBlockRef rest;
    begin_end(g, lost, &rest);
    finish_end(g, end, where, rest);
}

/* Ends the program at inst with the runtime's function `end` if `lost` holds. */
static void end_if(struct gen *g, LLVMValueRef inst, LLVMValueRef lost, const char *end)
{
    LLVMBasicBlockRef rest;
    begin_end(g, lost, &rest);
    finish_end(g, end, gen_where(g, inst), rest);
}

static unsigned bits_of(struct gen *g, LLVMValueRef x)
{
    return (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(g->module), LLVMTypeOf(x));
}

void gen_check_zero(struct gen *g, LLVMValueRef inst, LLVMValueRef x)
{
    LLVMTypeRef word = LLVMIntTypeInContext(g->context, bits_of(g, x));
    LLVMValueRef bits = LLVMBuildBitCast(g->b, x, word, "");
    end_if(g, inst, LLVMBuildICmp(g->b, LLVMIntNE, bits, LLVMConstNull(word), ""),
           "enz_rt_bits_lost");
}

void gen_end_unless_null(struct gen *g, LLVMValueRef address, const char *end)
{
    LLVMValueRef bits = LLVMGetOperand(address, 0);
    bool compared = true;
    for (LLVMUseRef u = LLVMGetFirstUse(address); u && compared; u = LLVMGetNextUse(u))
        compared = LLVMIsAICmpInst(LLVMGetUser(u));
    if (!compared)
        end_if(g, address,
               LLVMBuildICmp(g->b, LLVMIntNE, gen_primal(g, bits), LLVMConstNull(LLVMTypeOf(bits)),
                             ""),
               end);
}

void gen_check_address(struct gen *g, LLVMValueRef address)
{
    gen_end_unless_null(g, address, "enz_rt_number_as_address");
}

LIMIT(USE_DEPTH, 6);

/* The shadow of a pointer is read or written where this one points to, by this instruction. */
static bool moves_shadow(struct gen *g, LLVMValueRef user, LLVMValueRef pointer)
{
    LLVMValueRef value = LLVMIsALoadInst(user)    ? user
                         : LLVMIsAStoreInst(user) ? LLVMGetOperand(user, 0)
                                                  : NULL;
    return value && value != pointer && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind &&
           (LLVMIsAStoreInst(user) || gen_has_shadow(g, value));
}

/* The pointer is passed, with its shadow, to code that may read or write numbers there, or to a
 * function of the library that changes the text there and sets the shadow of a pointer. */
static bool passes_on(struct gen *g, LLVMValueRef user, LLVMValueRef pointer)
{
    unsigned v = func_id(g->f, user);
    const struct call_info *call = v != NO_ID && LLVMIsACallInst(user) ? &g->f->calls[v] : NULL;
    for (unsigned k = 0, n = call ? LLVMGetNumArgOperands(user) : 0; k < n; k++)
        if (LLVMGetOperand(user, k) == pointer &&
            (call->text ? rule_changes_text(user, call, k)
                        : bits_get(&g->a->active_calls, v) &&
                              types_leads_to_numbers(g->c->types, pointer)))
            return true;
    return false;
}

/* Numbers, or shadows of pointers, may be read or written where the pointer points to. */
static bool leads_to_shadows(struct gen *g, LLVMValueRef pointer, unsigned depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u), accessed = LLVMIsALoadInst(user) ? user
                                                       : LLVMIsAStoreInst(user)
                                                           ? LLVMGetOperand(user, 0)
                                                           : NULL;
        bool fp = false, ptr = false;
        if (accessed && accessed != pointer &&
            (activity_type_has(LLVMTypeOf(accessed), &fp, &ptr)
                 ? fp
                 : activity_carries_bits(LLVMTypeOf(accessed))))
            return true;
        if (moves_shadow(g, user, pointer) || passes_on(g, user, pointer))
            return true;
        if ((LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) &&
            (!depth || leads_to_shadows(g, user, depth - 1)))
            return true;
    }
    return false;
}

/* Bytes are copied from or to where the pointer points to. */
static bool is_copied(LLVMValueRef pointer)
{
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u))
        if (LLVMIsAMemCpyInst(LLVMGetUser(u)) || LLVMIsAMemMoveInst(LLVMGetUser(u)))
            return true;
    return false;
}

/* void enz_rt_constant_pointer(where, pointer, at, ranges): `at` is where in shadow memory nothing
 * was found. */
void gen_check_constant(struct gen *g, LLVMValueRef load, LLVMValueRef none, unsigned direction)
{
    LLVMTypeRef ptr = gen_ptr_type(g), nothing = LLVMVoidTypeInContext(g->context),
                params[] = {ptr, ptr, ptr, ptr};
    LLVMValueRef fn = gen_declare(g, "enz_rt_constant_pointer", nothing, params, 4);
    LLVMBasicBlockRef found = gen_block(g), rest = gen_block(g);
    LLVMBuildCondBr(g->b, none, found, rest);
    LLVMPositionBuilderAtEnd(g->b, found);
    LLVMValueRef args[] = {gen_where(g, load), gen_primal(g, load),
                           gen_shadow(g, LLVMGetOperand(load, 0), direction),
                           gen_shadow_ranges(g->emission)};
    gen_call(g, fn, args, 4);
    LLVMBuildBr(g->b, rest);
    LLVMPositionBuilderAtEnd(g->b, rest);
}

/* Of a pointer that may lead into a global, a container's say, or somewhere else. */
static void check_in_global(struct gen *g, LLVMValueRef load, LLVMValueRef object,
                            LLVMValueRef shadow, unsigned direction)
{
    if (LLVMIsAAllocaInst(object) || LLVMIsAGlobalVariable(object) ||
        !types_may_be_in_global(g->c->types, LLVMGetOperand(load, 0)) ||
        !(types_leads_to_numbers(g->c->types, load) || leads_to_shadows(g, load, USE_DEPTH)))
        return;
    gen_check_constant(g, load, LLVMBuildIsNull(g->b, shadow, ""), direction);
}

void gen_check_global_shadow(struct gen *g, LLVMValueRef load, unsigned direction)
{
    LLVMValueRef primal = gen_primal(g, load), shadow = gen_shadow(g, load, direction);
    LLVMTypeRef ptr = gen_ptr_type(g), none = LLVMVoidTypeInContext(g->context),
                params[2] = {ptr, ptr};
    LLVMValueRef global = ezb_underlying_object(LLVMGetOperand(load, 0), ADDRESS_STEPS);
    if (LLVMGetTypeKind(LLVMTypeOf(load)) != LLVMPointerTypeKind)
        return;
    check_in_global(g, load, global, shadow, direction);
    if (!LLVMIsAGlobalVariable(global) || LLVMIsGlobalConstant(global) ||
        !(leads_to_shadows(g, load, USE_DEPTH) ||
          (is_copied(load) && types_leads_to_numbers(g->c->types, load))) ||
        heap_leaves_only(g->cx, g->module, g->arena, global))
        return;
    LLVMBasicBlockRef lost = gen_block(g), rest = gen_block(g);
    LLVMValueRef set = LLVMBuildICmp(g->b, LLVMIntNE, primal, LLVMConstNull(ptr), "");
    LLVMValueRef missing =
        LLVMBuildAnd(g->b, set, LLVMBuildICmp(g->b, LLVMIntEQ, shadow, LLVMConstNull(ptr), ""), "");
    LLVMBuildCondBr(g->b, missing, lost, rest);
    LLVMPositionBuilderAtEnd(g->b, lost);
    char *name = ezb_demangle(text_function_name(g->arena, global));
    LLVMValueRef args[2] = {gen_where(g, load), LLVMBuildGlobalStringPtr(g->b, name, "")};
    LLVMDisposeMessage(name);
    gen_call(g, gen_declare(g, "enz_rt_no_shadow", none, params, 2), args, 2);
    LLVMBuildUnreachable(g->b);
    LLVMPositionBuilderAtEnd(g->b, rest);
}
