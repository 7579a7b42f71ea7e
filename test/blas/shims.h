/* Routines under the names and with the integers that no installed library has, by those of the
 * usual library. */
#if STYLE_FORTRAN
#define SHIM_TARGET(r) CAT3(PREFIX, r, _)
#else
#define SHIM_TARGET(r) CAT4(SHIM_STYLE, _, PREFIX, r)
#endif

enum { PIVOTS = 8 };

static inline int *shim_pivots(int *to, const INT *from)
{
    for (int i = 0; i < PIVOTS; i++)
        to[i] = (int)from[i];
    return to;
}

static inline void shim_pivots_back(INT *to, const int *from)
{
    for (int i = 0; to && i < PIVOTS; i++)
        to[i] = from[i];
}

#define SHIMF_L
#define SHIMF_F(v) const char *v
#define SHIMF_N(v) const int *v
#define SHIMF_S(v) const REAL *v
#define SHIMF_X(v) REAL *v
#define SHIMF_P(v) int *v
#define SHIMF_W    , REAL *work, const int *lwork
#define SHIMF_E    , int *info
#define SHIMF_PASS_L
#define SHIMF_PASS_F(v) v
#define SHIMF_PASS_N(v) &(int){(int)*v}
#define SHIMF_PASS_S(v) v
#define SHIMF_PASS_X(v) v
#define SHIMF_PASS_W                                                                               \
    , work, &(int)                                                                                 \
    {                                                                                              \
        (int)*lwork                                                                                \
    }
#define SHIMF_PASS_P(v) (target = v, shim_pivots(pivots, v))
#define SHIMF_PASS_E    , &status

#define SHIMC_L    int order,
#define SHIMC_F(v) int v
#define SHIMC_N(v) int v
#define SHIMC_S(v) REAL v
#define SHIMC_X(v) REAL *v
#define SHIMC_P(v) int *v
#define SHIMC_W
#define SHIMC_E
#define SHIMC_PASS_L    order,
#define SHIMC_PASS_F(v) v
#define SHIMC_PASS_N(v) (int)v
#define SHIMC_PASS_S(v) v
#define SHIMC_PASS_X(v) v
#define SHIMC_PASS_W
#define SHIMC_PASS_P(v) (target = v, shim_pivots(pivots, v))
#define SHIMC_PASS_E

#if STYLE_FORTRAN
#define SHIM_FUNCTION(r, scalars)                                                                  \
    REAL SHIM_TARGET(r)(BLAS_APPLY(r, SHIMF));                                                     \
    REAL FORTRAN_NAME(r)(BLAS_APPLY(r, FORTRAN_PRIMAL))                                            \
    {                                                                                              \
        return SHIM_TARGET(r)(BLAS_APPLY(r, SHIMF_PASS));                                          \
    }
#define SHIM_SUBROUTINE(r, scalars)                                                                \
    void SHIM_TARGET(r)(BLAS_APPLY(r, SHIMF));                                                     \
    void FORTRAN_NAME(r)(BLAS_APPLY(r, FORTRAN_PRIMAL))                                            \
    {                                                                                              \
        SHIM_TARGET(r)(BLAS_APPLY(r, SHIMF_PASS));                                                 \
    }
#define SHIM_STATUS(r)                                                                             \
    void SHIM_TARGET(r)(BLAS_APPLY(r, SHIMF));                                                     \
    void FORTRAN_NAME(r)(BLAS_APPLY(r, FORTRAN_PRIMAL))                                            \
    {                                                                                              \
        int status = 0, pivots[PIVOTS];                                                            \
        INT *target = NULL;                                                                        \
        SHIM_TARGET(r)(BLAS_APPLY(r, SHIMF_PASS));                                                 \
        shim_pivots_back(target, pivots);                                                          \
        *info = status;                                                                            \
    }
BLAS_FUNCTIONS(SHIM_FUNCTION)
BLAS_SUBROUTINES(SHIM_SUBROUTINE)
LAPACK_ROUTINES(SHIM_STATUS)
#elif STYLE_CBLAS
#define SHIM_STYLE cblas
#define SHIM_FUNCTION(r, scalars)                                                                  \
    REAL SHIM_TARGET(r)(BLAS_APPLY(r, SHIMC));                                                     \
    REAL CBLAS_NAME(r)(BLAS_APPLY(r, CBLAS_PRIMAL))                                                \
    {                                                                                              \
        return SHIM_TARGET(r)(BLAS_APPLY(r, SHIMC_PASS));                                          \
    }
#define SHIM_SUBROUTINE(r, scalars)                                                                \
    void SHIM_TARGET(r)(BLAS_APPLY(r, SHIMC));                                                     \
    void CBLAS_NAME(r)(BLAS_APPLY(r, CBLAS_PRIMAL))                                                \
    {                                                                                              \
        SHIM_TARGET(r)(BLAS_APPLY(r, SHIMC_PASS));                                                 \
    }
BLAS_FUNCTIONS(SHIM_FUNCTION)
BLAS_SUBROUTINES(SHIM_SUBROUTINE)
#else
#undef SHIMC_F
#define SHIMC_F(v) char v
#define SHIM_STYLE LAPACKE
#define SHIM_STATUS(r)                                                                             \
    int SHIM_TARGET(r)(BLAS_APPLY(r, SHIMC));                                                      \
    INT LAPACKE_NAME(r)(BLAS_APPLY(r, LAPACKE_PRIMAL))                                             \
    {                                                                                              \
        int pivots[PIVOTS];                                                                        \
        INT *target = NULL;                                                                        \
        INT status = SHIM_TARGET(r)(BLAS_APPLY(r, SHIMC_PASS));                                    \
        shim_pivots_back(target, pivots);                                                          \
        return status;                                                                             \
    }
LAPACK_ROUTINES(SHIM_STATUS)
#endif
