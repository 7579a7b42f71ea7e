/* Custom rules are not lowered yet: a program that registers one is refused, because ignoring it could change its derivatives.
 *
 * Registrations are globals named by convention, or annotations that start with "enzyme_". */
#include "base/map.h"
#include "request/read.h"
#include <string.h>

static const char *const registrations[] = {
    "__enzyme_register_gradient", "__enzyme_register_derivative", "__enzyme_register_splitderivative",
    "__enzyme_inactivefn",        "__enzyme_inactive_global",     "__enzyme_function_like",
    "__enzyme_allocation_like",   "__enzyme_nofree",              "__enzyme_shouldrecompute",
};

static bool registers(LLVMValueRef global)
{
  const char *name = LLVMGetValueName(global);
  for (size_t i = 0; i < sizeof registrations / sizeof *registrations; i++)
    if (strstr(name, registrations[i]))
      return true;
  return false;
}

static bool is_rule_text(LLVMValueRef text)
{
  size_t n;
  LLVMValueRef init = LLVMIsAGlobalVariable(text) && !LLVMIsDeclaration(text) ? LLVMGetInitializer(text) : NULL;
  const char *s = init && LLVMIsConstantString(init) ? LLVMGetAsString(init, &n) : NULL;
  return s && n > 7 && !strncmp(s, "enzyme_", 7);
}

void request_refuse_registrations(LLVMModuleRef m, struct diag_sink *s)
{
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
    if (registers(g))
      diag(s, DIAG_UNSUPPORTED, g, "a registered custom rule");
  LLVMValueRef table = LLVMGetNamedGlobal(m, "llvm.global.annotations");
  LLVMValueRef entries = table ? LLVMGetInitializer(table) : NULL;
  for (int i = 0; entries && i < LLVMGetNumOperands(entries); i++) {
    LLVMValueRef entry = LLVMGetOperand(entries, (unsigned)i);
    if (LLVMGetNumOperands(entry) > 1 && is_rule_text(LLVMGetOperand(entry, 1)))
      diag(s, DIAG_UNSUPPORTED, LLVMGetOperand(entry, 0), "a registered custom rule");
  }
}
