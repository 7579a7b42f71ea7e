C     Fixed form: common blocks, labels, assumed sizes, statement
C     functions, DATA, entries into blocks of memory.
      DOUBLE PRECISION FUNCTION OLD(X, N)
     & BIND(C, NAME='old')
      USE ISO_C_BINDING
      INTEGER(C_INT), VALUE :: N
      REAL(C_DOUBLE) X(N)
      DOUBLE PRECISION A, B, W, SQ, Y
      COMMON /STATE/ A, B, W(20)
      SQ(Y) = Y * Y
      A = X(1)
      B = 2D0
      CALL FILL(X, N)
      CALL SWEEP(W, N, 3)
      OLD = 0D0
      DO 10 I = 1, N
         IF (W(I) .LT. 0D0) GO TO 10
         OLD = OLD + SQ(W(I)) + A * B
   10 CONTINUE
      RETURN
      END

      SUBROUTINE FILL(X, N)
      DOUBLE PRECISION X(*), A, B, W
      COMMON /STATE/ A, B, W(20)
      DOUBLE PRECISION C(3)
      DATA C /1D0, -2D0, 3D0/
      DO 20 I = 1, N
         W(I) = X(I) * C(MOD(I, 3) + 1)
   20 CONTINUE
      B = B + X(2) ** 2
      END

      SUBROUTINE SWEEP(W, N, M)
      DIMENSION W(*)
      DOUBLE PRECISION W
      K = 0
   30 K = K + 1
      DO 40 I = 2, N
   40 W(I) = W(I) + 0.25D0 * W(I - 1) * W(I)
      IF (K .LT. M) GOTO 30
      END
