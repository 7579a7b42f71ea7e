; The derivative of a derivative: forward over reverse of x^3 is 6x.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)
declare void @expect(double, double)

define double @f(double %x) {
  %a = fmul double %x, %x
  %b = fmul double %a, %x
  ret double %b
}

define double @slope(double %x) {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %g
}

define i32 @main() {
  %h = call double (ptr, ...) @__enzyme_fwddiff(ptr @slope, double 2.0, double 1.0)
  call void @expect(double %h, double 12.0)
  ret i32 0
}
