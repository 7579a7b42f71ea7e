/* Where threads of a device meet: barriers, and shuffles among all lanes of a warp.
 *
 * In the reverse sweep they meet again, in the opposite order. Threads that leave a function
 * between two barriers, or that come to different shuffles, would meet others at the wrong place:
 * where the control flow may part threads that way, that is refused. */
#ifndef ENZCC_PLAN_MEETING_H
#define ENZCC_PLAN_MEETING_H
#include "facts/activity.h"

/* In forward mode only shuffles count, whose tangents a branch may lack. */
void plan_refuse_meetings(struct activity_context *c, const struct activity_facts *a, bool forward);

/* Whether the lanes of a warp that come to an instruction together have most likely the same value
 * there: nothing that has to be right may depend on it. */
bool plan_is_same_in_warp(const struct func *f, LLVMValueRef v);
#endif
