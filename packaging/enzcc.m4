# ENZCC_PROG_CC([ACTION-IF-FOUND], [ACTION-IF-NOT-FOUND])
# -------------------------------------------------------
# Makes enzcc the compiler, where a program ENZCC names it, it is in PATH, or CC is one already; to
# be called before AC_PROG_CC. Other tools need no setting: objects hold machine code, too. Without
# ACTION-IF-NOT-FOUND, a missing compiler is an error. Sets enzcc_found to yes or no.
AC_DEFUN([ENZCC_PROG_CC],
[AC_BEFORE([$0], [AC_PROG_CC])dnl
AC_BEFORE([$0], [AC_PROG_CXX])dnl
AC_ARG_VAR([ENZCC], [the compiler enzcc])dnl
AS_CASE([${CC-}], [*enzcc*], [ENZCC=$CC])
AC_PATH_PROG([ENZCC], [enzcc])
AS_IF([test -n "$ENZCC"],
  [enzcc_found=yes
   CC=$ENZCC
   AS_CASE([${CXX-}], [''], [CXX="${ENZCC}++"])
   $1],
  [enzcc_found=no
   m4_default([$2], [AC_MSG_ERROR([enzcc is not in PATH; set ENZCC to its path])])])
])# ENZCC_PROG_CC
