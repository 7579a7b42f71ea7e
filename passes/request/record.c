/* What has to be written down while a unit is compiled, because optimisation or the bitcode format loses it.
 *
 * Runs when the plugin is loaded into the compiler (-fpass-plugin=, with -fno-discard-value-names), before
 * optimisation:
 *  - which IR parameters are the second piece of one source parameter: clang names them `x.coerce1`;
 *  - arguments of derivative calls passed in memory by value: LLVM may take them for copies that nobody can change, but
 * the derivative accumulates into the shadow's own memory. They become plain pointers with a note.
 * Names of values are read here and dropped, as the compiler does without that option. */
#include "request/read.h"
#include <string.h>

static void add_note(LLVMContextRef context, LLVMValueRef fn, unsigned param, const char *note)
{
  LLVMAttributeRef a = LLVMCreateStringAttribute(context, note, (unsigned)strlen(note), "", 0);
  LLVMAddAttributeAtIndex(fn, param + 1, a);
}

static bool record_pieces(LLVMContextRef context, LLVMValueRef fn)
{
  static const char suffix[] = ".coerce1";
  bool changed = false;
  unsigned i = 0;
  for (LLVMValueRef p = LLVMGetFirstParam(fn); p; p = LLVMGetNextParam(p), i++) {
    size_t size, n = sizeof suffix - 1;
    const char *name = LLVMGetValueName2(p, &size);
    if (size < n || memcmp(name + size - n, suffix, n))
      continue;
    add_note(context, fn, i, NOTE_PIECE);
    changed = true;
  }
  return changed;
}

static bool record_memory_operands(LLVMContextRef context, LLVMValueRef call)
{
  unsigned byval = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
  bool changed = false;
  for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) {
    if (!LLVMGetCallSiteEnumAttribute(call, i + 1, byval))
      continue;
    LLVMRemoveCallSiteEnumAttribute(call, i + 1, byval);
    LLVMAddCallSiteAttribute(call, i + 1,
                             LLVMCreateStringAttribute(context, NOTE_BYVAL, (unsigned)strlen(NOTE_BYVAL), "", 0));
    changed = true;
  }
  return changed;
}

static bool record_calls(LLVMContextRef context, LLVMValueRef entry)
{
  bool changed = false;
  for (LLVMUseRef u = LLVMGetFirstUse(entry); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if ((LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) && LLVMGetCalledValue(user) == entry)
      changed |= record_memory_operands(context, user);
  }
  return changed;
}

static void ignore_body(struct diag_sink *s, LLVMValueRef entry)
{
  diag(s, DIAG_ENTRY_BODY, entry, diag_name(s, entry));
  ezb_delete_body(entry);
}

static void drop_names(LLVMValueRef fn)
{
  for (LLVMValueRef p = LLVMGetFirstParam(fn); p; p = LLVMGetNextParam(p))
    LLVMSetValueName2(p, "", 0);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMSetValueName2(LLVMBasicBlockAsValue(b), "", 0);
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind)
        LLVMSetValueName2(i, "", 0);
  }
}

bool request_record(EzbCtx *cx, LLVMModuleRef m)
{
  LLVMContextRef context = LLVMGetModuleContext(m);
  struct diag_sink *s = diag_sink_new(cx, m);
  bool changed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    enum entry_role role = entry_role_of(f);
    bool has_body = !LLVMIsDeclaration(f);
    if (entry_is_lowered(role)) {
      if (has_body)
        ignore_body(s, f);
      changed |= record_calls(context, f) | has_body;
    } else if (has_body) {
      changed |= record_pieces(context, f);
      drop_names(f);
    }
  }
  LLVMContextSetDiscardValueNames(context, 1);
  diag_flush(s);
  diag_sink_free(s);
  return changed;
}
