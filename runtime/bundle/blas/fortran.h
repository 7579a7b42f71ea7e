/* The Fortran calling convention: everything by address. What the macros are for: table.h, glue.h.
 */
#define FORTRAN_NAME(r) CAT3(PREFIX, r, FORTRAN_SUFFIX)

#define FORTRAN_PRIMAL_L
#define FORTRAN_PRIMAL_F(x) const char *x
#define FORTRAN_PRIMAL_N(x) const INT *x
#define FORTRAN_PRIMAL_S(x) const REAL *x
#define FORTRAN_PRIMAL_X(x) REAL *x
#define FORTRAN_PRIMAL_P(x) INT *x
#define FORTRAN_PRIMAL_W    , REAL *work, const INT *lwork
#define FORTRAN_PRIMAL_E    , INT *info

#define FORTRAN_SHADOWED_L
#define FORTRAN_SHADOWED_F(x) const char *x, const char *d##x
#define FORTRAN_SHADOWED_N(x) const INT *x, const INT *d##x
#define FORTRAN_SHADOWED_S(x) const REAL *x, REAL *d##x
#define FORTRAN_SHADOWED_X(x) REAL *x, REAL *d##x
#define FORTRAN_SHADOWED_P(x) INT *x, INT *d##x
#define FORTRAN_SHADOWED_W    , REAL *work, REAL *dwork, const INT *lwork, const INT *dlwork
#define FORTRAN_SHADOWED_E    , INT *info, INT *dinfo

#define FORTRAN_FORWARD_L
#define FORTRAN_FORWARD_F(x) FORTRAN_SHADOWED_F(x)
#define FORTRAN_FORWARD_N(x) FORTRAN_SHADOWED_N(x)
#define FORTRAN_FORWARD_S(x) FORTRAN_SHADOWED_S(x)
#define FORTRAN_FORWARD_X(x) FORTRAN_SHADOWED_X(x)
#define FORTRAN_FORWARD_P(x) FORTRAN_SHADOWED_P(x)
#define FORTRAN_FORWARD_W    FORTRAN_SHADOWED_W
#define FORTRAN_FORWARD_E    FORTRAN_SHADOWED_E

#define FORTRAN_PASS_L
#define FORTRAN_PASS_F(x) x
#define FORTRAN_PASS_N(x) x
#define FORTRAN_PASS_S(x) x
#define FORTRAN_PASS_X(x) x
#define FORTRAN_PASS_P(x) x
#define FORTRAN_PASS_W    , work, lwork
#define FORTRAN_PASS_E    , info

#define FORTRAN_INIT_L
#define FORTRAN_INIT_F(x) call->x = blas_flag(*x)
#define FORTRAN_INIT_N(x) call->x = *x
#define FORTRAN_INIT_S(x) call->x = *x, call->d##x = d##x == x ? NULL : d##x
#define FORTRAN_INIT_X(x)                                                                          \
    call->x.p = x, call->d##x.p = call->d##x.base = d##x == x ? NULL : d##x,                       \
    call->d##x.parameter = #x[0]
#define FORTRAN_INIT_P(x) call->pivots = x
#define FORTRAN_INIT_W    , call->query = *lwork == -1
#define FORTRAN_INIT_E

#define FORTRAN_INITF_L
#define FORTRAN_INITF_F(x) FORTRAN_INIT_F(x)
#define FORTRAN_INITF_N(x) FORTRAN_INIT_N(x)
#define FORTRAN_INITF_S(x) FORTRAN_INIT_S(x)
#define FORTRAN_INITF_X(x) FORTRAN_INIT_X(x)
#define FORTRAN_INITF_P(x) FORTRAN_INIT_P(x)
#define FORTRAN_INITF_W    FORTRAN_INIT_W
#define FORTRAN_INITF_E

#define FORTRAN_CALL_L
#define FORTRAN_CALL_F(x) &c->x
#define FORTRAN_CALL_N(x) &(INT){(INT)SIZE_##x}
#define FORTRAN_CALL_S(x) &c->x
#define FORTRAN_CALL_X(x) BASE_##x
#define FORTRAN_CALL_P(x)
#define FORTRAN_CALL_W

/* Adjoints of scalars go to memory. */
#define FORTRAN_ACTIVE_0
#define FORTRAN_ACTIVE_1
#define FORTRAN_ACTIVE_2
#define FORTRAN_OPTION_0
#define FORTRAN_OPTION_1
#define FORTRAN_OPTION_2
#define FORTRAN_REVERSE_0 void
#define FORTRAN_REVERSE_1 void
#define FORTRAN_REVERSE_2 void
#define FORTRAN_GRADIENT_0
#define FORTRAN_GRADIENT_1
#define FORTRAN_GRADIENT_2
#define FORTRAN_RETURN_0
#define FORTRAN_RETURN_1
#define FORTRAN_RETURN_2

/* LAPACK: the error code is the last argument. */
#define FORTRAN_STATUS            void
#define FORTRAN_AUGMENTED_STATUS  void *
#define FORTRAN_FORWARD_STATUS    void
#define FORTRAN_STATUS_BEFORE     *info
#define FORTRAN_STATUS_CALL(call) (call, *info)
#define FORTRAN_RETURN_AUGMENTED(tape, status)                                                     \
    (void)(status);                                                                                \
    return tape;
#define FORTRAN_RETURN_FORWARD(status) (void)(status);

/* The shadows of this call; in split forward mode. */
#define FORTRAN_ATTACH_L
#define FORTRAN_ATTACH_F(x) (void)0
#define FORTRAN_ATTACH_N(x) (void)0
#define FORTRAN_ATTACH_S(x) call->d##x = call->d##x ? d##x : NULL
#define FORTRAN_ATTACH_X(x) set_shadow(call, #x[0], d##x)
#define FORTRAN_ATTACH_P(x) (void)0
#define FORTRAN_ATTACH_W
#define FORTRAN_ATTACH_E
#define FORTRAN_ATTACHF_L
#define FORTRAN_ATTACHF_F(x) FORTRAN_ATTACH_F(x)
#define FORTRAN_ATTACHF_N(x) FORTRAN_ATTACH_N(x)
#define FORTRAN_ATTACHF_S(x) FORTRAN_ATTACH_S(x)
#define FORTRAN_ATTACHF_X(x) FORTRAN_ATTACH_X(x)
#define FORTRAN_ATTACHF_P(x) FORTRAN_ATTACH_P(x)
#define FORTRAN_ATTACHF_W
#define FORTRAN_ATTACHF_E
