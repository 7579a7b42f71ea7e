/* --enz-audit: what each function is to derivatives that some derivative call may run.
 *
 * Rows are written to a file, one a line, for the driver, which knows the files of the link
 * (driver/audit.c). What is on the way of a derivative is known without it: so there are rows also
 * where none can be made. Whether a function gets active values is known of the derivatives that
 * could be planned. */
#ifndef ENZCC_AUDIT_H
#define ENZCC_AUDIT_H
#include "facts/activity.h"
#include "prepare/prepare.h"
#include "request/request.h"
#include "rules/registry.h"

struct audit;

/* The functions that lie behind the requests. Registrations have been read. */
struct audit *audit_begin(struct prepare *p, const struct registry *registry,
                          const struct request_list *requests);
/* The derivative of a function is about to be planned. `a` may be NULL. */
void audit_note_active(struct audit *a, struct activity_context *c,
                       const struct activity_facts *facts);
/* All derivatives that this call needs were planned: opaque functions behind it that are not noted
 * get no active values. */
void audit_note_planned(struct audit *a);
/* False after a message. */
bool audit_write(const struct audit *a, const char *path);
#endif
