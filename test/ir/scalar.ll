; Straight-line arithmetic: d/dx of x*x/y - x is 2x/y - 1, d/dy is -x*x/(y*y).
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

@enzyme_const = external global i32
declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)
declare void @expect(double, double)

define double @f(double %x, double %y) {
  %a = fmul double %x, %x
  %b = fdiv double %a, %y
  %c = fsub double %b, %x
  ret double %c
}

define i32 @main() {
  %gx = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 3.0, ptr @enzyme_const, double 2.0)
  call void @expect(double %gx, double 2.0)
  %gy = call double (ptr, ...) @__enzyme_autodiff(ptr @f, ptr @enzyme_const, double 3.0, double 2.0)
  call void @expect(double %gy, double -2.25)
  %t = call double (ptr, ...) @__enzyme_fwddiff(ptr @f, double 3.0, double 1.0, double 2.0, double 10.0)
  call void @expect(double %t, double -20.5)
  ret i32 0
}
