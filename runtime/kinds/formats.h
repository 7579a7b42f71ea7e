/* Sums of adjoints of each floating-point format. */
#ifndef ENZ_KINDS_FORMATS_H
#define ENZ_KINDS_FORMATS_H

/* *to += *amount, values of the kind, one of enum enz_rt_kind; at any alignment. */
void enz_kinds_sum(void *to, const void *amount, unsigned kind);

#endif
