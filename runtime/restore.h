/* Memory that a reverse sweep puts back as it was before the forward sweep wrote it, and what it
 * held in the end, which the program is to find when the derivative is done. */
#ifndef ENZCC_RUNTIME_RESTORE_H
#define ENZCC_RUNTIME_RESTORE_H
#include "enz_rt.h"

struct enz_restoring;
/* Of the derivative that this thread has a part in, or NULL. */
extern _Thread_local struct enz_restoring *enz_restoring;
#endif
