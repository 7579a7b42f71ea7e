/* Checks in generated code of what only the run can know: that a derivative which could not be
 * computed is not asked for. */
#include "emit/derivative.h"
#include "ir/code.h"
#include "ir/constants.h"
#include "ir/text.h"

LLVMValueRef gen_where(struct gen *g, LLVMValueRef inst)
{
    const char *file = "unknown place";
    unsigned line = 0, col = 0;
    ezb_debug_loc(inst, &file, &line, &col);
    return constants_text(g->b, arena_printf(g->arena, "%s:%u:%u", file, line, col));
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

void gen_check_global_shadow(struct gen *g, LLVMValueRef load, unsigned direction)
{
    LLVMValueRef primal = gen_primal(g, load), shadow = gen_shadow(g, load, direction);
    LLVMTypeRef ptr = gen_ptr_type(g), none = LLVMVoidTypeInContext(g->context),
                params[2] = {ptr, ptr};
    if (gen_bytes(g, load)->checks_memory)
        gen_check_constant(g, load, LLVMBuildIsNull(g->b, shadow, ""), direction);
    if (!gen_bytes(g, load)->checks_global)
        return;
    LLVMValueRef global =
        code_variable(ezb_underlying_object(LLVMGetOperand(load, 0), ADDRESS_STEPS));
    LLVMBasicBlockRef lost = gen_block(g), rest = gen_block(g);
    LLVMValueRef set = LLVMBuildICmp(g->b, LLVMIntNE, primal, LLVMConstNull(ptr), "");
    LLVMValueRef missing =
        LLVMBuildAnd(g->b, set, LLVMBuildICmp(g->b, LLVMIntEQ, shadow, LLVMConstNull(ptr), ""), "");
    LLVMBuildCondBr(g->b, missing, lost, rest);
    LLVMPositionBuilderAtEnd(g->b, lost);
    char *name = ezb_demangle(text_function_name(g->arena, global));
    LLVMValueRef args[2] = {gen_where(g, load), constants_text(g->b, name)};
    LLVMDisposeMessage(name);
    gen_call(g, gen_declare(g, "enz_rt_no_shadow", none, params, 2), args, 2);
    LLVMBuildUnreachable(g->b);
    LLVMPositionBuilderAtEnd(g->b, rest);
}
