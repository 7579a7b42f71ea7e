/* Forward mode: tangents that are lost.
 *
 * Where the bytes of values are taken apart, or what is in memory only the run can tell, a kind map
 * follows them (runtime/kinds): a value that is put together of parts of several has no tangent,
 * and neither has what arithmetic makes of the bits of a value. Either may be computed although
 * nobody uses it, before a branch that is not taken, or beside a member of a union that is read. So
 * its tangent becomes not a number, and what it is computed from is noted; the run ends where such
 * a tangent is stored, returned, or handed to a function. */
#include "base/type.h"
#include "emit/derivative.h"

/* ---- where it is lost ------------------------------------------------------------------------ */

void gen_note_lost(struct gen *g, LLVMValueRef inst, LLVMValueRef lost)
{
    LLVMTypeRef ptr = gen_ptr_type(g);
    if (!g->lost)
        g->lost = gen_stack_slot(g, ptr, true);
    LLVMValueRef before = LLVMBuildLoad2(g->b, ptr, g->lost, "");
    LLVMBuildStore(g->b, LLVMBuildSelect(g->b, lost, gen_where(g, inst), before, ""), g->lost);
}

/* ---- where it is used ------------------------------------------------------------------------ */

static LLVMValueRef is_nan(struct gen *g, LLVMValueRef x)
{
    LLVMTypeRef t = LLVMTypeOf(x);
    bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
    if (!type_is_fp(vector ? LLVMGetElementType(t) : t))
        return NULL;
    LLVMValueRef is = LLVMBuildFCmp(g->b, LLVMRealUNO, x, x, "");
    if (!vector)
        return is;
    LLVMTypeRef lanes = LLVMIntTypeInContext(g->context, LLVMGetVectorSize(t));
    return LLVMBuildICmp(g->b, LLVMIntNE, LLVMBuildBitCast(g->b, is, lanes, ""),
                         LLVMConstNull(lanes), "");
}

void gen_check_lost_tangent(struct gen *g, LLVMValueRef v)
{
    LLVMTypeRef ptr = gen_ptr_type(g);
    unsigned id = func_id(g->f, v);
    if (id == NO_ID || !g->bytes[id].lost)
        return;
    for (unsigned direction = 0; direction < g->width; direction++) {
        LLVMValueRef tangent = gen_tangent_of(g, v, direction), used = is_nan(g, tangent);
        if (!used)
            continue;
        if (!g->lost)
            g->lost = gen_stack_slot(g, ptr, true);
        LLVMValueRef where = LLVMBuildLoad2(g->b, ptr, g->lost, ""),
                     some = LLVMBuildICmp(g->b, LLVMIntNE, where, LLVMConstNull(ptr), "");
        gen_end_at(g, LLVMBuildAnd(g->b, used, some, ""), "enz_rt_tangent_lost", where);
    }
}

void gen_check_lost_operands(struct gen *g, unsigned v)
{
    for (unsigned k = 0, n = func_operand_count(g->f, v); g->bytes[v].checks_lost && k < n; k++)
        gen_check_lost_tangent(g, LLVMGetOperand(g->f->values[v], k));
}
