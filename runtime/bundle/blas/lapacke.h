/* The calling convention of LAPACKE: as CBLAS, but flags are characters and the error code is the
 * result. */
#define LAPACKE_NAME(r) CAT4(LAPACKE_, PREFIX, r, SUFFIX)

enum { ROW_MAJOR = 101, COLUMN_MAJOR = 102 };

#define LAPACKE_PRIMAL_L    int order,
#define LAPACKE_PRIMAL_F(x) char x
#define LAPACKE_PRIMAL_N(x) INT x
#define LAPACKE_PRIMAL_S(x)
#define LAPACKE_PRIMAL_X(x) REAL *x
#define LAPACKE_PRIMAL_P(x) INT *x
#define LAPACKE_PRIMAL_W
#define LAPACKE_PRIMAL_E

#define LAPACKE_SHADOWED_L    int order, int dorder,
#define LAPACKE_SHADOWED_F(x) char x, char d##x
#define LAPACKE_SHADOWED_N(x) INT x, INT d##x
#define LAPACKE_SHADOWED_S(x)
#define LAPACKE_SHADOWED_X(x) REAL *x, REAL *d##x
#define LAPACKE_SHADOWED_P(x) INT *x, INT *d##x
#define LAPACKE_SHADOWED_W
#define LAPACKE_SHADOWED_E

#define LAPACKE_FORWARD_L    LAPACKE_SHADOWED_L
#define LAPACKE_FORWARD_F(x) LAPACKE_SHADOWED_F(x)
#define LAPACKE_FORWARD_N(x) LAPACKE_SHADOWED_N(x)
#define LAPACKE_FORWARD_S(x)
#define LAPACKE_FORWARD_X(x) LAPACKE_SHADOWED_X(x)
#define LAPACKE_FORWARD_P(x) LAPACKE_SHADOWED_P(x)
#define LAPACKE_FORWARD_W
#define LAPACKE_FORWARD_E

#define LAPACKE_PASS_L    order,
#define LAPACKE_PASS_F(x) x
#define LAPACKE_PASS_N(x) x
#define LAPACKE_PASS_S(x)
#define LAPACKE_PASS_X(x) x
#define LAPACKE_PASS_P(x) x
#define LAPACKE_PASS_W
#define LAPACKE_PASS_E

#define LAPACKE_INIT_L    call->row_major = order == ROW_MAJOR,
#define LAPACKE_INIT_F(x) call->x = blas_flag(x)
#define LAPACKE_INIT_N(x) call->x = x
#define LAPACKE_INIT_S(x)
#define LAPACKE_INIT_X(x)                                                                          \
    call->x.p = x, call->d##x.p = call->d##x.base = d##x == x ? NULL : d##x,                       \
    call->d##x.parameter = #x[0]
#define LAPACKE_INIT_P(x) call->pivots = x
#define LAPACKE_INIT_W
#define LAPACKE_INIT_E

struct augmented_status {
    void *tape;
    INT status;
};
struct forward_status {
    INT status, tangent;
};
#define LAPACKE_STATUS           INT
#define LAPACKE_AUGMENTED_STATUS struct augmented_status
#define LAPACKE_FORWARD_STATUS   struct forward_status
#define LAPACKE_STATUS_BEFORE                                                                      \
    0 /* with several directions nobody keeps the result between the parts */
#define LAPACKE_STATUS_CALL(call)              (call)
#define LAPACKE_RETURN_AUGMENTED(tape, status) return (struct augmented_status){tape, status};
#define LAPACKE_RETURN_FORWARD(status)         return (struct forward_status){status, 0};

/* The shadows of this call; in split forward mode. */
#define LAPACKE_ATTACH_L
#define LAPACKE_ATTACH_F(x) (void)0
#define LAPACKE_ATTACH_N(x) (void)0
#define LAPACKE_ATTACH_S(x)
#define LAPACKE_ATTACH_X(x) set_shadow(call, #x[0], d##x)
#define LAPACKE_ATTACH_P(x) (void)0
#define LAPACKE_ATTACH_W
#define LAPACKE_ATTACH_E
