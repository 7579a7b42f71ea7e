/* The calling convention of CBLAS: numbers by value, flags as enumerations, storage order first.
 * What the macros are for: table.h, glue.h. */
#define CBLAS_NAME(r) CAT4(cblas_, PREFIX, r, SUFFIX)

enum { ROW_MAJOR = 101, COLUMN_MAJOR = 102 };

/* CblasNoTrans, CblasTrans, CblasConjTrans, -, CblasUpper, CblasLower, CblasNonUnit, CblasUnit,
 * CblasLeft, CblasRight */
static inline char cblas_flag(int flag)
{
    switch (flag) {
    case 112:
    case 113: return 'T';
    case 121: return 'U';
    case 122: return 'L';
    case 132: return 'U';
    case 141: return 'L';
    case 142: return 'R';
    default: return 'N';
    }
}
#define CBLAS_FLAG_transa(c) ((c)->transa == 'N' ? 111 : 112)
#define CBLAS_FLAG_transb(c) ((c)->transb == 'N' ? 111 : 112)
#define CBLAS_FLAG_uplo(c)   ((c)->uplo == 'U' ? 121 : 122)
#define CBLAS_FLAG_diag(c)   ((c)->diag == 'N' ? 131 : 132)
#define CBLAS_FLAG_side(c)   ((c)->side == 'L' ? 141 : 142)

#define CBLAS_PRIMAL_L    int order,
#define CBLAS_PRIMAL_F(x) int x
#define CBLAS_PRIMAL_N(x) INT x
#define CBLAS_PRIMAL_S(x) REAL x
#define CBLAS_PRIMAL_X(x) REAL *x
#define CBLAS_PRIMAL_P(x)
#define CBLAS_PRIMAL_W
#define CBLAS_PRIMAL_E

#define CBLAS_SHADOWED_L    int order, int dorder,
#define CBLAS_SHADOWED_F(x) int x, int d##x
#define CBLAS_SHADOWED_N(x) INT x, INT d##x
#define CBLAS_SHADOWED_S(x) REAL x
#define CBLAS_SHADOWED_X(x) REAL *x, REAL *d##x
#define CBLAS_SHADOWED_P(x)
#define CBLAS_SHADOWED_W
#define CBLAS_SHADOWED_E

#define CBLAS_FORWARD_L    CBLAS_SHADOWED_L
#define CBLAS_FORWARD_F(x) CBLAS_SHADOWED_F(x)
#define CBLAS_FORWARD_N(x) CBLAS_SHADOWED_N(x)
#define CBLAS_FORWARD_S(x) REAL x, REAL d##x
#define CBLAS_FORWARD_X(x) CBLAS_SHADOWED_X(x)
#define CBLAS_FORWARD_P(x)
#define CBLAS_FORWARD_W
#define CBLAS_FORWARD_E

#define CBLAS_PASS_L    order,
#define CBLAS_PASS_F(x) x
#define CBLAS_PASS_N(x) x
#define CBLAS_PASS_S(x) x
#define CBLAS_PASS_X(x) x
#define CBLAS_PASS_P(x)
#define CBLAS_PASS_W
#define CBLAS_PASS_E

/* Which scalars are active is an argument of its own: bit 0 alpha, bit 1 beta. What their pointer
 * points to until the reverse sweep sets it has no meaning. */
#define SCALAR_alpha    0
#define SCALAR_beta     1
#define CBLAS_INIT_L    call->row_major = order == ROW_MAJOR,
#define CBLAS_INIT_F(x) call->x = cblas_flag(x)
#define CBLAS_INIT_N(x) call->x = x
#define CBLAS_INIT_S(x) call->x = x, call->d##x = active >> SCALAR_##x & 1 ? &call->x : NULL
#define CBLAS_INIT_X(x)                                                                            \
    call->x.p = x, call->d##x.p = call->d##x.base = d##x == x ? NULL : d##x,                       \
    call->d##x.parameter = #x[0]
#define CBLAS_INIT_P(x)
#define CBLAS_INIT_W
#define CBLAS_INIT_E

#define CBLAS_INITF_L    CBLAS_INIT_L
#define CBLAS_INITF_F(x) CBLAS_INIT_F(x)
#define CBLAS_INITF_N(x) CBLAS_INIT_N(x)
#define CBLAS_INITF_S(x) call->x = x, call->d##x = &d##x
#define CBLAS_INITF_X(x) CBLAS_INIT_X(x)
#define CBLAS_INITF_P(x)
#define CBLAS_INITF_W
#define CBLAS_INITF_E

#define CBLAS_CALL_L    COLUMN_MAJOR,
#define CBLAS_CALL_F(x) CBLAS_FLAG_##x(c)
#define CBLAS_CALL_N(x) (INT) SIZE_##x
#define CBLAS_CALL_S(x) c->x
#define CBLAS_CALL_X(x) BASE_##x
#define CBLAS_CALL_P(x)
#define CBLAS_CALL_W

/* Adjoints of scalars are returned. */
struct cblas_gradient {
    REAL alpha, beta;
};
#define CBLAS_ACTIVE_0
#define CBLAS_ACTIVE_1 , int64_t active
#define CBLAS_ACTIVE_2 , int64_t active
#define CBLAS_OPTION_0
#define CBLAS_OPTION_1  , (void *)"activity"
#define CBLAS_OPTION_2  , (void *)"activity"
#define CBLAS_REVERSE_0 void
#define CBLAS_REVERSE_1 REAL
#define CBLAS_REVERSE_2 struct cblas_gradient
#define CBLAS_GRADIENT_0
#define CBLAS_GRADIENT_1                                                                           \
    struct cblas_gradient g = {0};                                                                 \
    if (call->dalpha)                                                                              \
        call->dalpha = &g.alpha;
#define CBLAS_GRADIENT_2                                                                           \
    CBLAS_GRADIENT_1                                                                               \
    if (call->dbeta)                                                                               \
        call->dbeta = &g.beta;
#define CBLAS_RETURN_0
#define CBLAS_RETURN_1 return g.alpha;
#define CBLAS_RETURN_2 return g;

/* The shadows of this call; in split forward mode. */
#define CBLAS_ATTACH_L
#define CBLAS_ATTACH_F(x) (void)0
#define CBLAS_ATTACH_N(x) (void)0
#define CBLAS_ATTACH_S(x) (void)0
#define CBLAS_ATTACH_X(x) set_shadow(call, #x[0], d##x)
#define CBLAS_ATTACH_P(x) (void)0
#define CBLAS_ATTACH_W
#define CBLAS_ATTACH_E
#define CBLAS_ATTACHF_L
#define CBLAS_ATTACHF_F(x) CBLAS_ATTACH_F(x)
#define CBLAS_ATTACHF_N(x) CBLAS_ATTACH_N(x)
#define CBLAS_ATTACHF_S(x) call->d##x = call->d##x ? &d##x : NULL
#define CBLAS_ATTACHF_X(x) CBLAS_ATTACH_X(x)
#define CBLAS_ATTACHF_P(x) CBLAS_ATTACH_P(x)
#define CBLAS_ATTACHF_W
#define CBLAS_ATTACHF_E
