; After an error nothing is written.
;
; RUN: rm -f %t.ll
; RUN: not enzcc-opt -S %s -o %t.ll 2> %t.err
; RUN: FileCheck %s < %t.err
; RUN: test ! -e %t.ll
; CHECK: error: Enzyme: No reverse pass found for mystery [enz-no-definition]

declare double @__enzyme_autodiff(ptr, ...)
declare double @mystery(double)

define double @f(double %x) {
  %r = call double @mystery(double %x)
  ret double %r
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 2.0)
  %i = fptosi double %g to i32
  ret i32 %i
}
