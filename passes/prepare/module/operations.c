/* Operations of the program for reductions of MPI (MPI_Op_create).
 *
 * Of one, the bundle notes which function it has (runtime/bundle/mpi/operations.h): calls that make
 * one go to its body, also in code without derivatives, which is where most programs have them.
 * In programs that make some, reductions have bodies in derivatives, which look whether the
 * operation is one of these, in place of rules; not where it is one of the library's for sure. */
#include "prepare/module/module.h"
#include <string.h>

static const char maker[] = "MPI_Op_create", maker_body[] = "enz_body_MPI_Op_create";

static LLVMValueRef body(LLVMModuleRef m, const char *name)
{
    LLVMValueRef fn = LLVMGetNamedFunction(m, name);
    return fn && !LLVMIsDeclaration(fn) ? fn : NULL;
}

unsigned prepare_operations(struct prepare *p)
{
    LLVMValueRef library = LLVMGetNamedFunction(p->module, maker), to = body(p->module, maker_body);
    unsigned changes = 0;
    if (!library || !to || LLVMGlobalGetValueType(library) != LLVMGlobalGetValueType(to))
        return 0;
    for (LLVMUseRef u = LLVMGetFirstUse(library), next; u; u = next) {
        next = LLVMGetNextUse(u);
        LLVMValueRef user = LLVMGetUser(u);
        if ((!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user)) ||
            LLVMGetCalledValue(user) != library)
            continue;
        LLVMSetOperand(user, (unsigned)LLVMGetNumOperands(user) - 1, to);
        changes++;
    }
    return changes;
}

LLVMValueRef prepare_reduction(struct prepare *p, LLVMValueRef call)
{
    enum { OP = 4 }; /* of the operands */
    static const struct {
        const char *name, *body;
    } reductions[] = {
        {"MPI_Allreduce", "enz_body_MPI_Allreduce"},
        {"MPI_Exscan", "enz_body_MPI_Exscan"},
        {"MPI_Reduce", "enz_body_MPI_Reduce"},
        {"MPI_Reduce_local", "enz_body_MPI_Reduce_local"},
        {"MPI_Reduce_scatter", "enz_body_MPI_Reduce_scatter"},
        {"MPI_Reduce_scatter_block", "enz_body_MPI_Reduce_scatter_block"},
        {"MPI_Scan", "enz_body_MPI_Scan"},
    };
    LLVMValueRef fn = LLVMGetCalledValue(call), found = NULL;
    const char *name = LLVMIsAFunction(fn) ? LLVMGetValueName(fn) : "";
    if (strncmp(name, "MPI_", 4) || LLVMGetNumArgOperands(call) <= OP ||
        LLVMIsConstant(LLVMGetOperand(call, OP)) || !body(p->module, maker_body) ||
        !LLVMGetNamedFunction(p->module, maker))
        return NULL;
    for (size_t i = 0; i < sizeof reductions / sizeof *reductions; i++)
        if (!strcmp(name, reductions[i].name))
            found = body(p->module, reductions[i].body);
    return found && LLVMGlobalGetValueType(found) == LLVMGlobalGetValueType(fn) ? found : NULL;
}
