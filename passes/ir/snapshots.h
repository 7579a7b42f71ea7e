/* Loads that a snapshot of memory serves (prepare/loops/snapshots.c): the number of the call of
 * enz.snapshot is metadata of theirs, which goes where a load becomes part of another one. */
#ifndef ENZCC_IR_SNAPSHOTS_H
#define ENZCC_IR_SNAPSHOTS_H
#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

/* number: an i64 constant. */
void snapshot_serves(LLVMValueRef load, LLVMValueRef number);
bool snapshot_of(LLVMValueRef load, uint64_t *number);
#endif
