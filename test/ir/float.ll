; Single and half precision with conversions: y = (float)(x * x) * x in float, back to double.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)
declare void @expect(double, double)

define double @f(double %x) {
  %q = fmul double %x, %x
  %s = fptrunc double %q to float
  %t = fptrunc double %x to float
  %h = fptrunc float %t to half
  %u = fpext half %h to float
  %p = fmul float %s, %u
  %r = fpext float %p to double
  ret double %r
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 1.5)
  call void @expect(double %g, double 6.75)
  %t = call double (ptr, ...) @__enzyme_fwddiff(ptr @f, double 1.5, double 2.0)
  call void @expect(double %t, double 13.5)
  ret i32 0
}
