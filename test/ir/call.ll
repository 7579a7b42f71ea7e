; A callee used twice with different activity: g(x, c) + g(c, x), g(a, b) = a*a*b.
; At x = 3, c = 2: 12 + 4.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

@enzyme_const = external global i32
declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)
declare void @expect(double, double)

define internal double @g(double %a, double %b) noinline {
  %s = fmul double %a, %a
  %r = fmul double %s, %b
  ret double %r
}

define double @f(double %x, double %c) {
  %u = call double @g(double %x, double %c)
  %v = call double @g(double %c, double %x)
  %r = fadd double %u, %v
  ret double %r
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 3.0, ptr @enzyme_const, double 2.0)
  call void @expect(double %g, double 16.0)
  %t = call double (ptr, ...) @__enzyme_fwddiff(ptr @f, double 3.0, double 1.0, ptr @enzyme_const, double 2.0)
  call void @expect(double %t, double 16.0)
  ret i32 0
}
