/* Copies and fills of memory that may be a device's (device/launches.h): the host cannot look into
 * it. What is done to shadows there is done to a copy of them. */
#include "emit/derivative.h"

LLVMValueRef gen_stage(struct gen *g, LLVMValueRef inst, LLVMValueRef shadow, LLVMValueRef primal,
                       LLVMValueRef bytes)
{
    LLVMTypeRef ptr = gen_ptr_type(g), types[] = {ptr, ptr, gen_i64(g)};
    LLVMValueRef args[] = {shadow, primal ? primal : LLVMConstNull(ptr), bytes};
    return shadow && rule_is_transfer(inst)
               ? gen_call(g, gen_declare(g, "enz_rt_device_stage", ptr, types, 3), args, 3)
               : shadow;
}

void gen_unstage(struct gen *g, LLVMValueRef inst, LLVMValueRef shadow, LLVMValueRef staged,
                 LLVMValueRef bytes)
{
    LLVMTypeRef ptr = gen_ptr_type(g), types[] = {ptr, ptr, gen_i64(g)},
                none = LLVMVoidTypeInContext(g->context);
    LLVMValueRef args[] = {shadow, staged, bytes};
    if (shadow && rule_is_transfer(inst))
        gen_call(g, gen_declare(g, "enz_rt_device_unstage", none, types, 3), args, 3);
}

void gen_clear_filled(struct gen *g, LLVMValueRef inst, LLVMValueRef shadow, LLVMValueRef bytes)
{
    LLVMTypeRef types[] = {gen_ptr_type(g), gen_i64(g)}, none = LLVMVoidTypeInContext(g->context);
    LLVMValueRef args[] = {shadow, bytes};
    if (rule_is_transfer(inst))
        gen_call(g, gen_declare(g, "enz_rt_device_clear", none, types, 2), args, 2);
    else
        gen_memset(g, shadow, bytes);
}
