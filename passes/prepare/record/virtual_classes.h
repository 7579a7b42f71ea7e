/* The classes that virtual calls are for. */
#ifndef ENZCC_PREPARE_VIRTUAL_CLASSES_H
#define ENZCC_PREPARE_VIRTUAL_CLASSES_H

#include "bridge/ezb.h"
#include <stdbool.h>

/* In a compiler, before optimisation: what clang says for -fwhole-program-vtables (type tests at
 * calls, types of vtables) becomes metadata that costs nothing. True if the module changed. */
bool virtual_record_classes(LLVMModuleRef m);
/* The class whose function a call asks for; NULL if that is not recorded. */
LLVMMetadataRef virtual_class_of(LLVMValueRef call);
/* The classes of these vtables, of one object and its parts, are recorded. */
bool virtual_is_recorded(LLVMValueRef tables);
/* Calls for the class find fn `slot` bytes behind the address point of one of these vtables. */
bool virtual_tables_have(LLVMValueRef tables, LLVMMetadataRef class, int64_t slot, LLVMValueRef fn);

#endif
