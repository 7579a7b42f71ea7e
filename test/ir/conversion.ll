; Integer conversions stop derivatives: x * (double)(int)x has slope (int)x.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

declare double @__enzyme_autodiff(ptr, ...)
declare void @expect(double, double)

define double @f(double %x) {
  %i = fptosi double %x to i32
  %d = sitofp i32 %i to double
  %r = fmul double %x, %d
  ret double %r
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 3.75)
  call void @expect(double %g, double 3.0)
  ret i32 0
}
